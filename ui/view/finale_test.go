package view

import (
	"fmt"
	"strings"
	"testing"

	"sideboard/ui/style"
)

func TestTheEndIsSaidWhereverItHasRoomAndNothingElseBreaks(t *testing.T) {
	who := Line{}
	for i := range 9 {
		who = append(who, span(style.Dim, "  ·  "), span(style.Strong, fmt.Sprint("agent-", i)))
	}
	done := Line{span(style.ChipReady, "All done ")}
	took := Line{span(style.Dim, "completed within 2h")}
	aside := Line{span(style.KeyCap, " Z "), span(style.Dim, " 6 without links")}
	for name, of := range map[string]Graph{
		"not yet said": {}, "not yet said, with tasks aside": {Aside: aside}, "alone": {Finale: []Line{done}}, "with its time": {Finale: []Line{done, took}},
		"with many agents": {Finale: []Line{done, took, who[1:]}, Aside: aside}, "with many agents and no time": {Finale: []Line{done, who[1:]}, Aside: aside},
	} {
		for _, size := range [][2]int{{40, 12}, {44, 50}, {60, 24}, {80, 24}, {120, 40}, {200, 60}} {
			s, l := readPlan(plan).finished("15", size[0], size[1])
			s.DepView.Graph.Finale, s.DepView.Graph.Aside = of.Finale, of.Aside
			rows := rowsOf(l, &s, plainSheet())
			said := strings.Join(rows[l.DepView.Finale.Y:l.DepView.Finale.Y+l.DepView.Finale.H], "\n")
			if has := strings.Contains(said, "All done"); has != (len(of.Finale) > 0 && !l.DepView.Finale.Empty()) {
				t.Errorf("%s on %v it says\n%s", name, size, said)
			}
			if len(of.Finale) == 0 && strings.TrimSpace(said) != "" {
				t.Errorf("%s on %v it says\n%s", name, size, said)
			}
		}
	}
}
