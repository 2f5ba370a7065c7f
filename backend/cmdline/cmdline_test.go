package cmdline

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func windows(files ...string) Windows {
	return Windows{
		Env: []string{
			`Path=C:\other`, `PATH=C:\bin;relative;;"C:\Program Files\npm";C:\proj\node_modules\.bin\`,
			`pathext=.COM;.EXE;.BAT;.CMD;.JS`, `SystemRoot=C:\Windows`,
		},
		IsFile: func(path string) bool {
			return slices.ContainsFunc(files, func(f string) bool { return strings.EqualFold(f, path) })
		},
	}
}

func TestAProgramIsFoundInPathWithTheEndingsOfPathext(t *testing.T) {
	for _, c := range []struct {
		name, program, want string
		files               []string
	}{
		{"its ending", "some", `C:\bin\some.exe`, []string{`C:\bin\some.exe`}},
		{"the order of the folders", "some", `C:\bin\some.cmd`, []string{`C:\bin\some.cmd`, `C:\Program Files\npm\some.exe`}},
		{"the order of the endings", "some", `C:\bin\some.exe`, []string{`C:\bin\some.cmd`, `C:\bin\some.exe`}},
		{"a folder in quotes", "some", `C:\Program Files\npm\some.exe`, []string{`C:\Program Files\npm\some.exe`}},
		{"an ending that was named", "some.exe", `C:\bin\some.exe`, []string{`C:\bin\some.exe`}},
		{"a dot in the name", "some.1", `C:\bin\some.1.exe`, []string{`C:\bin\some.1.exe`}},
		{"a path", `D:\x\some.exe`, `D:\x\some.exe`, []string{`D:\x\some.exe`}},
	} {
		plan, err := windows(c.files...).Plan(c.program, []string{"a b"})
		path := plan.Path
		if plan.Line != "" {
			path = c.want // a batch file is in the line
			if !strings.Contains(plan.Line, escape(c.want)) {
				t.Errorf("%s: %q", c.name, plan.Line)
			}
		}
		if err != nil || !strings.EqualFold(path, c.want) {
			t.Errorf("%s: got %q, %v", c.name, path, err)
		}
	}
}

func TestWhatIsNoProgramIsNotFound(t *testing.T) {
	w := windows(`C:\bin\script.js`, `C:\bin\plain`, `relative\some.exe`, `C:\other\some.exe`)
	for _, program := range []string{"", "script", "plain", "some", `..\some`, "sub/some", "C:some", `C:\bin\plain`} {
		if plan, err := w.Plan(program, nil); !errors.Is(err, ErrNotFound) {
			t.Errorf("%q became %+v, %v", program, plan, err)
		}
	}
}

var metacharacters = []string{"a&b", "a|b", "a<b", "a>b", "a^b", "100%", `say "hi"`, `C:\dir\`, "", "a b", "(x)", "!x!", "*", "a\nb"}

func TestAProgramGetsItsArgumentsAsTheyAre(t *testing.T) {
	plan, err := windows(`C:\bin\some.exe`).Plan("some", metacharacters)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Plan{Path: `C:\bin\some.exe`, Args: metacharacters}, plan); diff != "" {
		t.Error(diff)
	}
}

func TestABatchFileGetsItsArgumentsEscaped(t *testing.T) {
	for _, c := range []struct{ arg, want string }{
		{"plain", `^"plain^"`},
		{"", `^"^"`},
		{"a b", `^"a^ b^"`},
		{"a&b|c", `^"a^&b^|c^"`},
		{"^<>()", `^"^^^<^>^(^)^"`},
		{`say "hi"`, `^"say^ \^"hi\^"^"`},
		{`C:\dir\`, `^"C:\dir\\^"`},
		{`\"`, `^"\\\^"^"`},
		{"!x!;,*?`[]", "^\"^!x^!^;^,^*^?^`^[^]^\""},
	} {
		plan, err := windows(`C:\bin\some.cmd`).Plan("some", []string{c.arg})
		want := `"C:\Windows\System32\cmd.exe" /d /s /c "C:\bin\some.cmd ` + c.want + `"`
		if err != nil || plan.Line != want || plan.Path != `C:\Windows\System32\cmd.exe` {
			t.Errorf("%q:\ngot  %s, %v\nwant %s", c.arg, plan.Line, err, want)
		}
	}
}

func TestABatchFileThatPassesItsArgumentsOnGetsThemEscapedTwice(t *testing.T) {
	plan, err := windows(`C:\proj\node_modules\.bin\some.cmd`).Plan("some", []string{"a&b"})
	want := `"C:\Windows\System32\cmd.exe" /d /s /c "C:\proj\node_modules\.bin\some.cmd ^^^"a^^^&b^^^""`
	if err != nil || plan.Line != want {
		t.Errorf("got  %s, %v\nwant %s", plan.Line, err, want)
	}
}

func TestAFolderWithBlanksIsEscapedToo(t *testing.T) {
	plan, err := windows(`C:\Program Files\npm\some.cmd`).Plan("some", nil)
	if want := `"C:\Windows\System32\cmd.exe" /d /s /c "C:\Program^ Files\npm\some.cmd"`; err != nil || plan.Line != want {
		t.Errorf("got  %s, %v\nwant %s", plan.Line, err, want)
	}
}

func TestWhatABatchFileCannotBeGivenIsRefused(t *testing.T) {
	for _, arg := range []string{"%PATH%", "100%", "a\nb", "a\rb", "\x00"} {
		if plan, err := windows(`C:\bin\some.bat`).Plan("some", []string{"ok", arg}); !errors.Is(err, ErrUnsafe) {
			t.Errorf("%q became %+v, %v", arg, plan, err)
		}
	}
	if _, err := windows(`C:\100%\some.bat`).Plan(`C:\100%\some.bat`, nil); !errors.Is(err, ErrUnsafe) {
		t.Errorf("the path: %v", err)
	}
}

// read is how programs of Windows split a command line, for one word in quotes.
func read(word string) string {
	var b strings.Builder
	backslashes := 0
	for _, c := range []byte(word) {
		if c == '\\' {
			backslashes++
			continue
		}
		if c == '"' {
			b.WriteString(strings.Repeat(`\`, backslashes/2))
			if backslashes%2 == 1 {
				b.WriteByte('"')
			}
			backslashes = 0
			continue
		}
		b.WriteString(strings.Repeat(`\`, backslashes))
		backslashes = 0
		b.WriteByte(c)
	}
	return b.String() + strings.Repeat(`\`, backslashes)
}

// interpret is what cmd.exe takes out of a word whose every special character is
// escaped; it fails on one that is not.
func interpret(t *rapid.T, word string) string {
	var b strings.Builder
	for i := 0; i < len(word); i++ {
		if word[i] == '^' {
			i++
		} else if strings.IndexByte(special, word[i]) >= 0 {
			t.Fatalf("%q has a meaning in %q", word[i], word)
		}
		b.WriteByte(word[i])
	}
	return b.String()
}

func TestEveryArgumentComesBackFromItsReading(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		arg := rapid.StringOf(rapid.RuneFrom([]rune(`ab\" &|<>^()!;,*?`+"`[]äÖ"))).Draw(t, "argument")
		if got := read(interpret(t, escape(quote(arg)))); got != arg {
			t.Fatalf("got %q, want %q", got, arg)
		}
		if got := read(interpret(t, interpret(t, escape(escape(quote(arg)))))); got != arg {
			t.Fatalf("twice: got %q, want %q", got, arg)
		}
	})
}
