package figures

import (
	"fmt"
	"slices"
	"strings"
)

// A section is one question, how it was measured, and its table.
type section struct {
	area, title, how string
	table            func(r *Run, b *strings.Builder)
}

func (s section) has(r *Run) bool {
	return slices.ContainsFunc(r.Samples, func(sample Sample) bool { return sample.Area == s.area })
}

var sections = []section{
	{
		area: Flood, title: "Floods",
		how: `A program in the terminal writes 100 MB and then asks the emulator whether it is well (DSR 5). The emulator answers when it has parsed
everything before the question, so the time from the first write to the answer is that from the pseudo-terminal to *parsed*, by the program's own
clock, whatever shows it and however coarse a page's clock is. Before that, 10 MB of the same warm the page up. The backend's processor time
is that of the process that reads the pseudo-terminal; in the window, WebKitGTK, the same process also draws. The limit is timed by its page.`,
		table: floodTable,
	},
	{
		area: Echo, title: "The echo of a key",
		how: `Real keys are pressed in the window or page, one each 30 ms with some jitter. A program echoes each and asks as above; from its write to the answer the bytes go
one way out and are parsed, and one way in, as from a key to its parsed echo. What the page does between the key event and the first byte that it sends,
and painting, which follows with the next frame, are not in it. "Beside a flood" means that a program in the pane beside it writes as fast as it can.`,
		table: echoTable,
	},
	{
		area: Start, title: "Start",
		how: `From the start of the program, with a workspace of one terminal to restore, to the first prompt that can be used: the shell has asked for input,
the page has parsed the prompt, and the shell's line editor has received the page's answer to a question in it.`,
		table: startTable,
	},
	{
		area: Memory, title: "Memory and idleness",
		how: `The window with terminals of 80 columns that have 5,000 filled lines each, in workspaces of four. The memory is the proportional set size
of the application and all processes of its web engine; the shells are counted apart. The processor time is that of all of these together while nothing happens.
What a terminal adds is the difference between 50 and 1, divided by 49.`,
		table: memoryTable,
	},
	{
		area: Hidden, title: "Hidden writers",
		how: `The window with 50 terminals that work in workspaces behind the visible one, where one terminal is typed into. "Calm" writers print a coloured line of 90 bytes each 100 ms, "busy"
ones each 10 ms. Percentages are of one processor.`,
		table: hiddenTable,
	},
}

var engines = []string{Chromium, WebKitGTK}

func floodTable(r *Run, b *strings.Builder) {
	b.WriteString("| engine | flood | of the limit | of the peer | product MB/s | peer MB/s | limit MB/s |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	each := func(row func(engine, kind string)) {
		for _, engine := range engines {
			for _, kind := range []string{"plain", "coloured", "unicode"} {
				if len(r.Of(Flood, engine, Product, kind, "MB/s")) > 0 {
					row(engine, kind)
				}
			}
		}
	}
	each(func(engine, kind string) {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s |\n", engine, kind,
			r.ratioCell(Flood, engine, kind, "MB/s", Limit), r.ratioCell(Flood, engine, kind, "MB/s", Peer),
			r.cell(Flood, engine, Product, kind, "MB/s"), r.cell(Flood, engine, Peer, kind, "MB/s"), r.cell(Flood, engine, Limit, kind, "MB/s"))
	})
	b.WriteString("\n| engine | flood | backend, of the peer | product ms/MB | peer ms/MB |\n| --- | --- | --- | --- | --- |\n")
	each(func(engine, kind string) {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", engine, kind, r.ratioCell(Flood, engine, kind, "backend ms/MB", Peer),
			r.cell(Flood, engine, Product, kind, "backend ms/MB"), r.cell(Flood, engine, Peer, kind, "backend ms/MB"))
	})
}

func (r *Run) ratioCell(area, engine, which, value, to string) string {
	ratio, ok := r.ratio(area, engine, which, value, to)
	if !ok {
		return "-"
	}
	return fmt.Sprintf("%.2f", ratio)
}

func echoTable(r *Run, b *strings.Builder) {
	b.WriteString("| engine | | of the peer | product, median ms | product, 95 % ms | peer, median ms | peer, 95 % ms |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, engine := range engines {
		for _, which := range []string{"quiet", "beside a flood"} {
			if len(r.Of(Echo, engine, Product, which, "median ms")) == 0 {
				continue
			}
			fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s |\n", engine, which, r.ratioCell(Echo, engine, which, "median ms", Peer),
				r.cell(Echo, engine, Product, which, "median ms"), r.cell(Echo, engine, Product, which, "p95 ms"),
				r.cell(Echo, engine, Peer, which, "median ms"), r.cell(Echo, engine, Peer, which, "p95 ms"))
		}
	}
}

func startTable(r *Run, b *strings.Builder) {
	b.WriteString("| | seconds |\n| --- | --- |\n")
	fmt.Fprintf(b, "| the window | %s |\n", r.cell(Start, WebKitGTK, Product, "window", "seconds"))
}

func memoryTable(r *Run, b *strings.Builder) {
	b.WriteString("| | application MiB | of which backend MiB | shells MiB | idle, % of one processor | columns |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, which := range []string{fewTerminals, someTerminals, manyTerminals} {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s |\n", which, r.cell(Memory, WebKitGTK, Product, which, "MiB"),
			r.cell(Memory, WebKitGTK, Product, which, "backend MiB"), r.cell(Memory, WebKitGTK, Product, which, "shells MiB"), r.cell(Memory, WebKitGTK, Product, which, "idle %"),
			r.cell(Memory, WebKitGTK, Product, which, "columns"))
	}
	if each, ok := r.perTerminal(WebKitGTK); ok {
		fmt.Fprintf(b, "\nEach terminal adds %s MiB.\n", round(each))
	}
}

func hiddenTable(r *Run, b *strings.Builder) {
	b.WriteString("| writers | backend % | page % | everything else % | echo, median ms | echo, 95 % ms |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, which := range []string{"calm", "busy"} {
		fmt.Fprintf(b, "| %s |", which)
		for _, value := range []string{"backend %", "page %", "rest %", "median ms", "p95 ms"} {
			fmt.Fprintf(b, " %s |", r.cell(Hidden, WebKitGTK, Product, which, value))
		}
		b.WriteByte('\n')
	}
}
