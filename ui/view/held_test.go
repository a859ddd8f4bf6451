package view

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"sideboard/ui/style"
)

// behindLoops is a plan of loops of three tasks, and of so many more behind those.
func behindLoops(loops, behind int) string {
	var b strings.Builder
	for i := range 3*loops + behind {
		fmt.Fprintf(&b, "%d stuck Task %d\n", i+1, i+1)
	}
	for i := range 3 * loops {
		fmt.Fprintf(&b, "%d < %d\n", i+1, i/3*3+(i+2)%3+1)
	}
	for i := range behind {
		fmt.Fprintf(&b, "%d < %d\n", 3*loops+i+1, 3*(i%loops)+1)
	}
	return b.String()
}

func TestEveryTaskThatIsStuckIsNamedOrCounted(t *testing.T) {
	for _, c := range [][2]int{{1, 2}, {1, 20}, {4, 30}, {3, 90}} {
		p := readPlan(behindLoops(c[0], c[1]))
		held := heldIn(p.g)
		parts := held.parts(func(i int32) int { return p.nodes[i].label().Width() }, alone)
		for room := 16; room < 200; room += 7 {
			for most := 1; most < 8; most++ {
				rows, rest := flowHeld(parts, room, most)
				named := slices.Concat(rows...)
				if len(named)+rest != 3*c[0]+c[1] || len(rows) > most {
					t.Errorf("%d rows of %d: %d named in %d rows, and %d counted", most, room, len(named), len(rows), rest)
				}
				for i, row := range rows {
					w := -row[0].gap
					for _, part := range row {
						w += part.gap + part.w
					}
					if rest > 0 && i == most-1 {
						w += 2 + digits(rest)
					}
					if w > room && len(row) > 1 {
						t.Errorf("%d rows of %d: row %d has %d", most, room, i, w)
					}
				}
			}
		}
	}
}

func TestNoStuckTaskIsCountedAboveABlankRow(t *testing.T) {
	rowsOfNames, counted := 0, regexp.MustCompile(` \+\d+ *$`)
	for _, size := range [][2]int{{80, 24}, {100, 36}, {120, 40}, {160, 45}} {
		for _, c := range [][2]int{{1, 2}, {2, 12}, {4, 30}, {3, 60}} {
			p := readPlan("999 ready Start here\n998 blocked Then\n998 < 999\n" + behindLoops(c[0], c[1]))
			s, l := p.screen(GraphView, "999", size[0], size[1], LayoutOptions{}, nil)
			rows := rowsOf(l, &s, plainSheet())
			grown := l
			grown.makeRoom(s.DepView)
			first := slices.IndexFunc(rows, func(row string) bool { return strings.HasPrefix(row, "  stuck ") })
			if first < 0 { // it is said beside the selected task
				continue
			}
			rowsOfNames++
			for y := first; y < grown.DepView.Foot.Y+grown.DepView.Foot.H; y++ {
				blank := strings.TrimSpace(rows[grown.DepView.Foot.Y-1]) == ""
				if blank && counted.MatchString(rows[y]) {
					t.Errorf("%v, %v: above it is room for %q", size, c, rows[y])
				}
				for _, at := range regexp.MustCompile(`[ -]#\d+`).FindAllStringIndex(rows[y], -1) {
					name, x := rows[y][at[0]:at[1]], len([]rune(rows[y][:at[0]]))+1
					if hit := l.DepViewAt(s.DepView, x, y); hit.Kind != HitNode || name[0] == ' ' && p.ids[hit.Node] != name[2:] {
						t.Errorf("%v, %v: a press on %s finds %+v", size, c, name, hit)
					}
				}
			}
			again := grown
			if again.makeRoom(s.DepView); again != grown {
				t.Errorf("%v, %v: room is made twice", size, c)
			}
		}
	}
	if rowsOfNames < 12 {
		t.Errorf("only %d screens say what is stuck in rows of its own", rowsOfNames)
	}
}

func TestIDsThatFollowOneAnotherAreNamedTogetherWhereNotAllHaveRoom(t *testing.T) {
	for _, c := range []struct {
		ids  []int
		room int
		want string
	}{
		{[]int{3, 4, 5, 9}, 20, "#3 #4 #5 #9"},
		{[]int{3, 4, 5, 9}, 10, "#3-#5 #9"},
		{[]int{3, 4, 9, 11}, 11, "#3 #4 #9 +1"}, // two are no shorter together
		{[]int{7, 8, 9, 10, 20, 30}, 12, "#7-#10 +2"},
		{[]int{7, 8, 9}, 1, "+3"},
	} {
		p := pen{sh: plainSheet()}
		p.beginRow(40, style.Flat)
		dv := &DepView{Tasks: Tasks{Node: func(i int32) Node { return Node{ID: txt(fmt.Sprint("#", i))} }}, Selected: -1}
		var nodes []int32
		for _, id := range c.ids {
			nodes = append(nodes, int32(id))
		}
		p.drawSet(dv, nodes, c.room)
		if got := ansi.Strip(string(p.b)); got != c.want && got != " "+c.want {
			t.Errorf("%v in %d cells: %q, want %q", c.ids, c.room, got, c.want)
		}
	}
}
