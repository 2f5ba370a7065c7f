# Clanker Grid's shell integration for zsh, found through ZDOTDIR as the first of
# the user's files. It puts ZDOTDIR back, so that zsh itself reads all others
# from where they are, and runs the one whose place it took.

if [[ -n ${CGRID_ZDOTDIR+set} ]]; then
  builtin export ZDOTDIR=$CGRID_ZDOTDIR
else
  builtin unset ZDOTDIR
fi
builtin unset CGRID_ZDOTDIR

if [[ -o interactive ]]; then
  __clanker_grid_report_cwd() {
    builtin emulate -L zsh -o extended_glob -o no_multibyte
    builtin local url=${PWD//(#m)[^a-zA-Z0-9\/._~-]/%${(l:2::0:)$(([##16]#MATCH))}}
    builtin print -rn -- $'\e]7;file://'"${HOST-}$url"$'\a'
  }

  __clanker_grid_precmd() {
    builtin local exit_code=$?
    builtin emulate -L zsh
    if (( ! ${+__clanker_grid_ran} )); then
      # The first prompt ends no command. The hook moves to the end, after those
      # that the user's files added and that may set PS1.
      precmd_functions=(${precmd_functions:#__clanker_grid_precmd} __clanker_grid_precmd)
    elif (( __clanker_grid_ran )); then
      builtin print -n -- "\e]133;D;$exit_code\a"
    else
      builtin print -n -- "\e]133;D\a"
    fi
    builtin typeset -gi __clanker_grid_ran=0
    builtin local start=$'%{\e]133;A\a%}' end=$'%{\e]133;B\a%}'
    PS1=$start${${PS1//$start/}//$end/}$end
    if [[ $PWD != ${__clanker_grid_cwd-} ]]; then
      builtin typeset -g __clanker_grid_cwd=$PWD
      __clanker_grid_report_cwd
    fi
  }

  __clanker_grid_preexec() {
    builtin emulate -L zsh
    builtin typeset -gi __clanker_grid_ran=1
    builtin print -n -- "\e]133;C\a"
  }

  builtin typeset -ga precmd_functions preexec_functions
  precmd_functions+=(__clanker_grid_precmd)
  preexec_functions+=(__clanker_grid_preexec)
fi

# Last, so that whatever happens in it, the rest is in place.
if [[ -r ${ZDOTDIR-$HOME}/.zshenv ]]; then
  builtin source "${ZDOTDIR-$HOME}/.zshenv"
fi
