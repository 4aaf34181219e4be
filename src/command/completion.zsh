#compdef hamel
# Completion of the command hamel in zsh: subcommands and options as its own help names them.

_hamel() {
  local program=${~words[1]} word=${words[CURRENT]} before=${words[CURRENT-1]}
  local -a choices
  if (( CURRENT == 2 )); then
    choices=(${(f)"$($program --help 2>/dev/null | sed -n '/^Subcommands:/,$s/^  \([a-z]*\) .*/\1/p')"} --help --version)
  elif [[ $word == -* ]]; then
    choices=(${(f)"$($program ${words[2]} --help 2>/dev/null | grep -oE -- '(^|[ ,])--?[a-z][a-z-]*' | tr -d ' ,')"})
  else
    case $before in
      --dynamics) choices=(free nonholonomic vakonomic) ;;
      --method) choices=(${(f)"$($program list methods 2>/dev/null | sed -n 's/^  \([^ ]*\)  *.*/\1/p')"}) ;;
      list) choices=(groups methods conditions systems) ;;
      schema) choices=(${(f)"$($program schema 2>/dev/null)"}) ;;
      show) choices=(${(f)"$($program list systems 2>/dev/null | sed -n 's/^  \([^ ]*\)  *.*/\1/p')"}) ;;
    esac
  fi
  if (( $#choices )); then
    compadd -- $choices
  else
    _files
  fi
}

if [[ $funcstack[1] == _hamel ]]; then
  _hamel "$@"
else
  compdef _hamel hamel  # where the file is sourced
fi
