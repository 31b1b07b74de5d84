#compdef forkbench

local -a options shells
options=(
  '--quick[measure less, and be done within 60 seconds]'
  '--time[seconds to measure for]:seconds: '
  '--passes[how often to go through all]:number: '
  '--reference[compare with this row or column]:name: '
  '--no-pin[let launchers run on any processor]'
  '--details[show percentiles and outliers]'
  '--popen-noshell[a library of popen_noshell, to be measured too]:file:_files'
  '--aspawn[the library of aspawn, to be measured too]:file:_files'
  '--libforkless[the library, to be measured by its C interface]:file:_files'
  '--json[write everything]:file:_files'
  '--csv[write a line for each cell]:file:_files'
  '--markdown[write the tables for a README]:file:_files'
  '--svg[write the charts]:directory:_files -/'
  '--html[write a report in one file]:file:_files'
  '(- *)'{-h,--help}'[print help]'
)
shells=(
  '--shbench[a directory of shbench]:directory:_files -/'
  '--configure[a source tree with a configure script]:directory:_files -/'
  '--limit[seconds that a run may take]:seconds: '
)

_forkbench_tasks() {
  local -a tasks
  tasks=(
    'launch:every way to start a program'
    'parallel:launches at the same time'
    'memory:what the size of the parent costs'
    'linking:what dynamic linking costs'
    'shells:start-up, subshells, substitutions, pipelines, loops'
    'pipelines:pipelines of utilities over much text'
    'calls:calls of utilities and constructs, what is behind first'
    'unixbench:the tests of UnixBench 5 for processes'
    'script:your own script under several shells'
    'all:launch, memory, linking and shells'
    'compare:what changed between two results'
    'report:show kept results again'
    'help:print help'
  )
  _describe task tasks
}

_arguments -C $options '(- *)'{-V,--version}'[print the version]' '1:task:_forkbench_tasks' '*::argument:->task'
[[ $state = task ]] || return
case $words[1] in
  launch) _arguments $options '--parent[memory of the process that launches]:size: ' '*--own[a launcher of your own]:program:_files' ;;
  parallel) _arguments $options '--launchers[numbers of launchers]:list: ' '--parent[memory of a process that launches]:size: ' ;;
  memory) _arguments $options '--sizes[sizes to measure]:list: ' ;;
  linking) _arguments $options ;;
  shells | all) _arguments $options $shells '*:shell:_command_names -e' ;;
  pipelines) _arguments $options '--size[megabytes of text]:megabytes: ' '--limit[seconds that a run may take]:seconds: ' '*:shell:_command_names -e' ;;
  calls) _arguments $options '*--only[those that have this in their names]:text: ' '--limit[seconds that a run may take]:seconds: ' '*:shell:_command_names -e' ;;
  unixbench) _arguments $options '--limit[seconds that a run may take]:seconds: ' '*:shell:_command_names -e' ;;
  script) _arguments $options '--ignore-output[compare the status alone]' '--limit[seconds that a run may take]:seconds: ' '1:script:_files' '*:shell:_command_names -e' ;;
  compare) _arguments $options '--threshold[changes up to this are none]:per cent: ' '--times[compare the times themselves]' '*:result:_files' ;;
  report) _arguments $options '--together[scripts in one table]' '*:result:_files' ;;
  help) _forkbench_tasks ;;
esac
