# Clanker Grid's shell integration for bash, read through ENV by a login shell
# that was started in POSIX mode. It first becomes the shell that the user
# expects, then runs the user's own files, then marks prompts and commands.

builtin set +o posix
builtin shopt -u inherit_errexit 2>/dev/null # POSIX mode set it and does not take it back

if [[ -n ${CGRID_ENV+set} ]]; then
  builtin export ENV="$CGRID_ENV"
else
  builtin unset -v ENV
fi
if [[ -n ${CGRID_HISTFILE_SET+set} ]]; then
  builtin export -n HISTFILE
fi
builtin unset -v CGRID_ENV CGRID_HISTFILE_SET

# What a login shell reads, in its order.
if [[ -r /etc/profile ]]; then
  . /etc/profile
fi
if [[ -r ~/.bash_profile ]]; then
  . ~/.bash_profile
elif [[ -r ~/.bash_login ]]; then
  . ~/.bash_login
elif [[ -r ~/.profile ]]; then
  . ~/.profile
fi

# The marks, in the form that PS1 and PS0 take. The exit code is expanded when
# the prompt is drawn, where bash has put back the last command's.
__clanker_grid_finished='\[\e]133;D;$?\a\]'
__clanker_grid_aborted='\[\e]133;D\a\]'
__clanker_grid_prompt_start='\[\e]133;A\a\]'
__clanker_grid_prompt_end='\[\e]133;B\a\]'
# PS0 is expanded in this shell, so an arithmetic assignment in a substring's
# offset notes that a command ran, and prints nothing.
__clanker_grid_nothing=
__clanker_grid_output='\e]133;C\a${__clanker_grid_nothing:(__clanker_grid_ran=1):0}'
__clanker_grid_ran=0
__clanker_grid_first=1

__clanker_grid_report_cwd() {
  builtin local LC_ALL=C i byte code url=
  for ((i = 0; i < ${#PWD}; i++)); do
    byte=${PWD:i:1}
    case $byte in
      [a-zA-Z0-9/._~-]) url+=$byte ;;
      *)
        builtin printf -v code '%d' "'$byte"
        builtin printf -v byte '%%%02X' "$((code & 255))"
        url+=$byte
        ;;
    esac
  done
  builtin printf '\e]7;file://%s%s\a' "${HOSTNAME-}" "$url"
}

__clanker_grid_prompt() {
  # Quoted: behind "builtin", local is a plain command and its words are split.
  builtin local status=$? mark prompt="${PS1-}" start="${PS0-}"
  # Marks may stand anywhere by now: programs prefix, save and restore PS1.
  for mark in "$__clanker_grid_finished" "$__clanker_grid_aborted" "$__clanker_grid_prompt_start" "$__clanker_grid_prompt_end"; do
    prompt=${prompt//"$mark"/}
  done
  if [[ $__clanker_grid_first == 1 ]]; then
    mark=
  elif [[ $__clanker_grid_ran == 1 ]] && builtin shopt -q promptvars; then
    mark=$__clanker_grid_finished
  else
    mark=$__clanker_grid_aborted
  fi
  PS1=$mark$__clanker_grid_prompt_start$prompt$__clanker_grid_prompt_end
  if builtin shopt -q promptvars; then
    PS0=${start//"$__clanker_grid_output"/}$__clanker_grid_output
  fi
  __clanker_grid_first=0 __clanker_grid_ran=0
  if [[ $PWD != "${__clanker_grid_cwd-}" ]]; then
    __clanker_grid_cwd=$PWD
    __clanker_grid_report_cwd
  fi
  builtin return "$status"
}

# Last, so that PS1 is as the user's own commands left it.
if [[ $(builtin declare -p PROMPT_COMMAND 2>/dev/null) == 'declare -a'* ]]; then
  PROMPT_COMMAND+=(__clanker_grid_prompt)
else
  PROMPT_COMMAND=${PROMPT_COMMAND:+$PROMPT_COMMAND$'\n'}__clanker_grid_prompt
fi
