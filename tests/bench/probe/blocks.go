package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// blockBytes is one write. A program that prints a file writes about as much at once.
const blockBytes = 64 << 10

const sentence = "the quick brown fox jumps over the lazy dog while 0123456789 sleep "

// words are what the Unicode flood is made of: scripts of one, two, three and four
// bytes a character, of one and two cells, with marks that join.
var words = []string{
	"naïve", "Straße", "Ελλάδα", "здравствуйте", "日本語の端末", "한국어", "繁體中文", "नमस्ते", "مرحبا", "e\u0301te\u0301",
	"😀", "👩‍💻", "🇫🇷", "👍🏽", "─┬─┼─┴─", "▓▒░", "→ ∑ ≤ ∞", "plain words between",
}

// blockOf is about blockBytes of one kind of output, the same with every run and
// cut at the end of a line.
func blockOf(kind string) ([]byte, error) {
	random := rand.New(rand.NewPCG(1, 2))
	var line func() string
	switch kind {
	case "plain":
		line = func() string {
			at := random.IntN(len(sentence))
			return strings.Repeat(sentence, 3)[at : at+79]
		}
	case "coloured":
		line = func() string { return colouredLine(random) }
	case "unicode":
		line = func() string { return unicodeLine(random) }
	default:
		return nil, fmt.Errorf("there is no flood of the kind %q", kind)
	}
	var b strings.Builder
	for {
		next := line() + "\r\n"
		if b.Len()+len(next) > blockBytes {
			return []byte(b.String()), nil
		}
		b.WriteString(next)
	}
}

// colouredLine looks like the output of a compiler or a listing: a colour per word,
// of the three ways to name one.
func colouredLine(random *rand.Rand) string {
	var b strings.Builder
	for cells := 0; cells < 72; {
		word := sentence[:3+random.IntN(7)]
		switch random.IntN(3) {
		case 0:
			fmt.Fprintf(&b, "\x1b[%dm", 31+random.IntN(6))
		case 1:
			fmt.Fprintf(&b, "\x1b[1;38;5;%dm", 16+random.IntN(216))
		default:
			fmt.Fprintf(&b, "\x1b[38;2;%d;%d;%dm", random.IntN(256), random.IntN(256), random.IntN(256))
		}
		b.WriteString(word)
		b.WriteString("\x1b[m ")
		cells += len(word) + 1
	}
	return b.String()
}

func unicodeLine(random *rand.Rand) string {
	var b strings.Builder
	for b.Len() < 100 {
		b.WriteString(words[random.IntN(len(words))])
		b.WriteByte(' ')
	}
	return b.String()
}
