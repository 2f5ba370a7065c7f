package launch

import "strings"

// contradiction finds an argument that sets what claimed flags set: the flag itself,
// --flag=value, or -fvalue. What follows a bare -- is no flag.
func contradiction(claimed, args []string) (flag string, found bool) {
	for _, arg := range args {
		if arg == "--" {
			return "", false
		}
		for _, flag := range claimed {
			joined := len(flag) == 2 && strings.HasPrefix(arg, flag)
			if arg == flag || joined || strings.HasPrefix(arg, flag+"=") {
				return flag, true
			}
		}
	}
	return "", false
}
