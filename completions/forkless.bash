# bash completion for forkless

_forkless()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=
    local long='--confine --help --init-file --install --list --login --noediting --noprofile --norc --posix
        --profile --profile=html --profile=json --profile-output --profile-report --rcfile
        --trace-processes --verbose --version'
    COMPREPLY=()
    ((COMP_CWORD < 1)) || previous=${COMP_WORDS[COMP_CWORD - 1]}
    case $previous in
    --install)
        mapfile -t COMPREPLY < <(compgen -d -- "$current")
        return
        ;;
    --init-file | --rcfile)
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    [-+]o)
        mapfile -t COMPREPLY < <(compgen -W "$(forkless -c 'set -o' 2>/dev/null | cut -d ' ' -f 1)" -- "$current")
        return
        ;;
    -c | --confine) return ;;
    esac
    case $current in
    --*) mapfile -t COMPREPLY < <(compgen -W "$long" -- "$current") ;;
    -*) mapfile -t COMPREPLY < <(compgen -W "$long -c -h -i -l -o -s -V" -- "$current") ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    esac
}
complete -o filenames -F _forkless forkless
