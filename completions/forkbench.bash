# bash completion for forkbench

_forkbench()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous= word task=
    local tasks='launch parallel memory linking shells pipelines calls unixbench script all compare report help'
    local options='--quick --time --passes --reference --no-pin --details --popen-noshell --aspawn
        --libforkless --json --csv --markdown --svg --html --help --version'
    COMPREPLY=()
    ((COMP_CWORD < 1)) || previous=${COMP_WORDS[COMP_CWORD - 1]}
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in
        launch | parallel | memory | linking | shells | pipelines | calls | unixbench | script | all | compare | report | help)
            task=$word
            break
            ;;
        esac
    done
    case $previous in
    --time | --passes | --reference | --parent | --launchers | --sizes | --limit | --threshold) return ;;
    --svg | --shbench | --configure)
        mapfile -t COMPREPLY < <(compgen -d -- "$current")
        return
        ;;
    --own | --popen-noshell | --aspawn | --libforkless | --json | --csv | --markdown | --html)
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    esac
    case $task in
    launch) options="$options --parent --own" ;;
    parallel) options="$options --launchers --parent" ;;
    memory) options="$options --sizes" ;;
    shells | all) options="$options --shbench --configure --limit" ;;
    pipelines) options="$options --size --limit" ;;
    calls) options="$options --only --limit" ;;
    unixbench) options="$options --limit" ;;
    script) options="$options --ignore-output --limit" ;;
    report) options="$options --together" ;;
    compare) options="$options --threshold --times" ;;
    esac
    case $current in
    -*) mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current") ;;
    *)
        case $task in
        '' | help) mapfile -t COMPREPLY < <(compgen -W "$tasks" -- "$current") ;;
        shells | pipelines | calls | unixbench | all) mapfile -t COMPREPLY < <(compgen -c -- "$current") ;;
        *) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
        esac
        ;;
    esac
}
complete -o filenames -F _forkbench forkbench
