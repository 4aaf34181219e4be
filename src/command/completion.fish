# Completion of the command hamel in fish: subcommands and options as its own help names them.

# The program on the line, so that one that is not on PATH completes too.
function __hamel_program
    commandline -opc | head -n 1
end
# The first words of the lines that are set in by two blanks.
function __hamel_names
    set -l program (__hamel_program)
    $program list $argv[1] 2>/dev/null | string replace -rf '^  (\S+)  +(.*)' '$1\t$2'
end
function __hamel_schemas
    set -l program (__hamel_program)
    $program schema 2>/dev/null
end
function __hamel_subcommands
    set -l program (__hamel_program)
    $program --help 2>/dev/null | sed -n '/^Subcommands:/,$p' | string replace -rf '^  ([a-z]+) +(.*)' '$1\t$2'
end
function __hamel_options
    set -l words (commandline -opc)
    test (count $words) -gt 1; and set -l words $words[1..2]
    $words --help 2>/dev/null | string match -ar -- '(?<=[\s,])--?[a-z][a-z-]*'
end
function __hamel_before
    contains -- (commandline -opc)[-1] $argv
end

complete -c hamel -n __fish_use_subcommand -f -a '(__hamel_subcommands)'
complete -c hamel -n 'string match -q -- "-*" (commandline -ct)' -f -a '(__hamel_options)'
complete -c hamel -n '__hamel_before --dynamics' -f -a 'free nonholonomic vakonomic'
complete -c hamel -n '__hamel_before --method' -f -a '(__hamel_names methods)'
complete -c hamel -n '__hamel_before list' -f -a 'groups methods conditions systems'
complete -c hamel -n '__hamel_before schema' -f -a '(__hamel_schemas)'
complete -c hamel -n '__hamel_before show' -f -a '(__hamel_names systems)'
