# Completion of the command hamel in bash: subcommands and options as its own help names them.

# The first words of the lines that are set in by two blanks.
_hamel_names() { "$1" list "$2" 2>/dev/null | sed -n 's/^  \([^ ]*\)  *.*/\1/p'; }
_hamel_options() { "$@" --help 2>/dev/null | grep -oE -- '(^|[ ,])--?[a-z][a-z-]*' | tr -d ' ,'; }

_hamel() {
  local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local subcommand=${COMP_WORDS[1]} choices=
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    choices="$("$program" --help 2>/dev/null | sed -n '/^Subcommands:/,$s/^  \([a-z]*\) .*/\1/p') --help --version"
  elif [[ $word == -* ]]; then
    choices=$(_hamel_options "$program" "$subcommand")
  else
    case $before in
      --dynamics) choices="free nonholonomic vakonomic" ;;
      --method) choices=$(_hamel_names "$program" methods) ;;
      list) choices="groups methods conditions systems" ;;
      show) choices=$(_hamel_names "$program" systems) ;;
      schema) choices=$("$program" schema 2>/dev/null) ;;
    esac
  fi
  if [ -n "$choices" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -F _hamel hamel
