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
	also := []Line{{span(style.Subject, "agent-3 claimed Short codes without clashes")}, {span(style.Subject, "agent-1 completed Migrations"), dot, span(style.Ready, "unblocked Link store")}}
	n := News{At: txt("12:04"), Line: Line{span(style.Plain, "agent-2 completed Watch the directory"), dot, span(style.Ready, "unblocked Wave layout")}, Also: also}
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
