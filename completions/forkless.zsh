#compdef forkless

_forkless_options() {
  local -a names
  names=(${(f)"$(forkless -c 'set -o' 2>/dev/null | cut -d ' ' -f 1)"})
  compadd -a names
}

_arguments -S \
  '(- *)'{-h,--help}'[print the usage]' \
  '(- *)'{-V,--version}'[print the version]' \
  '(- *)--list[list the utilities that run inside]' \
  '(- *)--install[make links for the utilities inside]:directory:_files -/' \
  '--profile[tell what ran where, and why, line by line]' \
  '(--profile)--profile=json[the same for programs]' \
  '(--profile)--profile=html[the same as a page]' \
  '--profile-output[the file of the report]:file:_files' \
  '(- *)--profile-report[show what FORKLESS_PROFILE has collected]:file:_files' \
  '*--confine[allow only what these words name]:words:' \
  '--trace-processes[tell of each process as it happens]' \
  '--posix[leave out what conflicts with POSIX]' \
  '(-l --login)'{-l,--login}'[be a login shell]' \
  '(--init-file)--rcfile[read this file instead of the usual one]:file:_files' \
  '(--rcfile)--init-file[read this file instead of the usual one]:file:_files' \
  '--noediting[do not edit lines]' \
  '--noprofile[read no profile]' \
  '--norc[read no start-up file]' \
  '--verbose[show lines as they are read]' \
  '(-s)-c[run commands]:commands: ' \
  '(-c)-s[read commands from standard input]' \
  '-i[be interactive]' \
  '*-o[turn an option on]:option:_forkless_options' \
  '*+o[turn an option off]:option:_forkless_options' \
  '1:script:_files' \
  '*::argument:_files'
