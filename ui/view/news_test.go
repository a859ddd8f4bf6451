package view

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"sideboard/ui/style"
)

// However wide the screen is, no row of news begins or ends with the dot between two parts, and what else happened is whole or counted.
func TestNewsIsWholeOrCounted(t *testing.T) {
	dot := span(style.Dim, "  ·  ")
	also := []Line{{span(style.Subject, "agent-3 claimed Short codes without clashes")}, {span(style.Subject, "agent-1 completed Migrations"), dot, span(style.Ready, "Link store can start")}}
	n := News{At: txt("12:04"), Line: Line{span(style.Plain, "agent-2 completed Watch the directory"), dot, span(style.Ready, "Wave layout can start")}, Also: also}
	for w := 40; w < 200; w++ {
		for most := 1; most <= mostNotice; most++ {
			var news newsRows
			news.layOut(&n, plainSheet(), w, most)
			rows := strings.Split(ansi.Strip(strings.Join(news.rows, "\n")), "\n")
			for i, row := range rows {
				if rows[i] = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(row), "12:04")); strings.HasPrefix(rows[i], "·") || strings.HasSuffix(rows[i], "·") {
					t.Errorf("%d cells, %d rows: %q", w, most, row)
				}
			}
			all := strings.Join(rows, " ")
			said := 0
			for _, line := range also {
				said += b2i(strings.Contains(all, line[len(line)-1].Text.String()))
			}
			cut, counted := strings.Contains(all, "…"), strings.Contains(all, fmt.Sprintf("+%s more", strconv.Itoa(len(also)-said)))
			if len(rows) > most || said < len(also) && !counted && !cut || counted && said == len(also) {
				t.Errorf("%d cells, %d rows:\n%s", w, most, strings.Join(rows, "\n"))
			}
		}
	}
}

// An event is whole where it fits, cut where it does not, and in signs on a narrow screen and next to keys.
func TestNewsHasTheFormThatFits(t *testing.T) {
	n := sampleNews()
	for w, want := range map[int]string{
		120: "12:04  ✓ agent-2 completed Watch the directory, also on network file systems  →  Wave layout, Card renderer can start",
		119: "12:04  ✓ agent-2 completed Watch the directory, also on network file systems  →  Wave layout, Card renderer can start",
		118: "12:04  ✓ agent-2 completed Watch the directory, also on network f…  →  Wave layout, Card renderer can start",
		80:  "12:04  ✓ agent-2 completed Watch the directory, also on network f…  →  Wave l…",
		44:  "12:04 ✓ agent-2 Watch the directory, also…",
	} {
		var news newsRows
		news.layOut(&n, plainSheet(), w, 1)
		if got := strings.TrimSpace(ansi.Strip(strings.Join(news.rows, "\n"))); got != want {
			t.Errorf("%d cells: %q, want %q", w, got, want)
		}
	}
	var said strings.Builder
	for _, b := range n.brief() {
		said.WriteString(b.Text.String())
	}
	if want := "12:04 ✓ agent-2 Watch the directory, also on network file systems"; said.String() != want {
		t.Errorf("next to keys: %q, want %q", said.String(), want)
	}
}
