package vt

// Restored returns dim lines of an earlier process and below them a dim rule with a
// text, for a fresh emulator. The lines must hold printable characters alone.
func Restored(lines []string, text string) []byte {
	var b []byte
	for _, line := range lines {
		b = append(b, dimLine(line)...)
	}
	return append(b, dimLine("── "+text+" ──")...)
}
