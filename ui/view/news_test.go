package view

import (
	"strconv"
	"strings"
	"testing"

	"sideboard/ui/style"
)

// However wide the screen is, no row of news begins or ends with the dot between two parts, and what else happened is told whole or
// counted.
func TestNewsIsToldWholeOrCounted(t *testing.T) {
	dot := span(style.Dim, "  ·  ")
	also := []Line{{span(style.Subject, "agent-3 claimed Short codes without clashes")}, {span(style.Subject, "agent-1 completed Migrations"), dot, span(style.Ready, "unblocked Link store")}}
	n := News{At: txt("12:04"), Line: Line{span(style.Plain, "agent-2 completed Watch the directory"), dot, span(style.Ready, "unblocked Wave layout")}, Also: also}
	for w := 40; w < 200; w++ {
		for most := range 3 {
			rows := n.rows(w, most, plainSheet())
			all := ""
			for _, row := range rows {
				words := ""
				for i := range row {
					words += row[i].Text.String()
				}
				if short := strings.TrimSpace(words); strings.HasPrefix(short, "·") || strings.HasSuffix(short, "·") || row.Width() > w-margin-n.lead(w) {
					t.Errorf("%d cells, %d rows: %q", w, most, words)
				}
				all += words + "\n"
			}
			told := 0
			for _, line := range also {
				told += b2i(strings.Contains(all, line[len(line)-1].Text.String()))
			}
			cut, counted := strings.Contains(all, "…"), strings.Contains(all, " +"+strconv.Itoa(len(also)-told)+" more")
			if len(rows) > max(most, 1) || told < len(also) && !counted && !cut && w > 100 || counted && told == len(also) {
				t.Errorf("%d cells, %d rows:\n%s", w, most, all)
			}
		}
	}
}
