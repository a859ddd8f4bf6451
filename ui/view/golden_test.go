package view

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"sideboard/tasks/testdir"
	"sideboard/ui/style"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestScreensLookAsTheyDid(t *testing.T) {
	colour := style.New(true, colorprofile.TrueColor)
	for name, sample := range samples() {
		sizes := [][2]int{{44, 50}, {120, 40}}
		if slices.Contains([]string{"board", "needs", "open", "talk", "lanes", "byowner", "sweep", "detail", "now", "help", "form"}, name) {
			sizes = append(sizes, [2]int{200, 60})
		}
		if strings.HasPrefix(name, "feed") {
			sizes = [][2]int{{160, 40}, {200, 60}}
		}
		if name == "stagechange" {
			sizes = sizes[1:]
		}
		for _, size := range sizes {
			looksAsItDid(t, fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), size, sample, colour)
		}
	}
	board := samples()["board"]
	for _, size := range [][2]int{{44, 50}, {120, 40}} {
		looksAsItDid(t, fmt.Sprintf("board-ascii-%dx%d", size[0], size[1]), size, board, plainSheet().WithGlyphs(true))
		looksAsItDid(t, fmt.Sprintf("board-plain-%dx%d", size[0], size[1]), size, board, plainSheet())
	}
	bare := func() (Screen, LayoutOptions) {
		s, o := board()
		o.Bare, o.Silent = true, true
		return s, o
	}
	for _, size := range [][2]int{{40, 12}, {120, 40}} {
		looksAsItDid(t, fmt.Sprintf("board-bare-%dx%d", size[0], size[1]), size, bare, colour)
	}
}

// looksAsItDid holds a screen to its golden file.
func looksAsItDid(t *testing.T, name string, size [2]int, sample func() (Screen, LayoutOptions), sheet *style.Sheet) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		s, o := sample()
		s.Board.Stack = stackOf(&s.Board)
		isAsItWas(t, name, renderCells(NewPainter().Draw(Arrange(size[0], size[1], o), &s, sheet).Content))
	})
}

// isAsItWas compares a text with its golden file.
func isAsItWas(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		testdir.Must(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	testdir.Must(t, err)
	if got != string(want) {
		t.Errorf("differs from %s; look at it, then run with -update:\n%s", file, difference(string(want), got))
	}
}

// renderCells returns a frame as text, then the styles of each row as runs (letter and cells), then what the letters mean.
func renderCells(content string) string {
	var text, runs, legend strings.Builder
	letters := map[string]string{}
	for row := range strings.SplitSeq(content, "\n") {
		text.WriteString(strings.TrimRight(ansi.Strip(row), " ") + "\n")
		now, cells := "", 0
		flush := func() {
			if cells == 0 {
				return
			}
			if letters[now] == "" {
				n := len(letters)
				letters[now] = string(rune('a' + n%26))
				if n >= 26 {
					letters[now] += string(rune('a' + n/26 - 1))
				}
				fmt.Fprintf(&legend, "%s %s\n", letters[now], strings.TrimPrefix(now, "\x1b"))
			}
			fmt.Fprintf(&runs, "%s%d ", letters[now], cells)
			cells = 0
		}
		for len(row) > 0 {
			if row[0] == 0x1b {
				n := strings.IndexByte(row, 'm') + 1
				if row[:n] != now {
					flush()
					now = row[:n]
				}
				row = row[n:]
				continue
			}
			n := strings.IndexByte(row, 0x1b)
			if n < 0 {
				n = len(row)
			}
			cells += ansi.StringWidthWc(row[:n])
			row = row[n:]
		}
		flush()
		runs.WriteString("\n")
	}
	return text.String() + "-- styles --\n" + runs.String() + "-- legend --\n" + legend.String()
}

func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	var b strings.Builder
	for i := range max(len(w), len(g)) {
		var x, y string
		if i < len(w) {
			x = w[i]
		}
		if i < len(g) {
			y = g[i]
		}
		if x != y {
			fmt.Fprintf(&b, "-%s\n+%s\n", x, y)
		}
	}
	return b.String()
}

func TestDepViewsLookAsTheyDid(t *testing.T) {
	colour := style.New(true, colorprofile.TrueColor)
	all := [][2]int{{40, 12}, {80, 24}, {160, 45}}
	type view struct {
		name  string
		look  string
		sheet *style.Sheet
		sizes [][2]int
	}
	var views []view
	for name, sizes := range map[string][][2]int{"graph": all[2:], "log": all} {
		views = append(views,
			view{name, "", colour, sizes},
			view{name, "-ascii", plainSheet().WithGlyphs(true), sizes[:1]},
			view{name, "-plain", plainSheet(), sizes[:1]})
	}
	views = append(views, view{"denselog", "", colour, [][2]int{{44, 50}, {120, 40}}})
	for _, name := range []string{"tangled", "spark"} {
		views = append(views, view{name, "", colour, [][2]int{{200, 60}}})
	}
	for _, v := range views {
		for _, size := range v.sizes {
			name := fmt.Sprintf("%s%s-%dx%d", v.name, v.look, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				s, l := sampleDepViews()[v.name](size[0], size[1])
				isAsItWas(t, "picture-"+name, renderCells(NewPainter().Draw(l, &s, v.sheet).Content))
			})
		}
	}
}

// Every property of a card, alone, in a column and in a list, selected and not.
func TestCardsLookAsTheyDid(t *testing.T) {
	changes := []struct {
		name   string
		change func(c *Card)
	}{
		{"usual", func(c *Card) {}}, {"in progress", func(c *Card) { c.State, c.Doing, c.Then = Running, txt("Drawing"), txt("unblocks Ship") }},
		{"done", func(c *Card) { c.State = Done }}, {"skipped", func(c *Card) { c.State = Skipped }}, {"failed", func(c *Card) { c.State = Failed }},
		{"container", func(c *Card) { c.State = Container }}, {"missing", func(c *Card) { c.State = Missing }}, {"unknown", func(c *Card) { c.State = Unknown }},
		{"broken", func(c *Card) { c.State = Broken }}, {"stuck", func(c *Card) { c.State, c.Note = Stuck, txt("stuck behind") }},
		{"in a loop", func(c *Card) { c.State, c.Note, c.Loop = Stuck, txt("in a loop with"), true }}, {"ready in no loop", func(c *Card) { c.Loop = true }},
		{"waiting", func(c *Card) { c.State, c.Names, c.Short = Waiting, txt("Wave layout"), txt("#08") }},
		{"waiting for work in progress", func(c *Card) { c.State, c.Names, c.Soon = Waiting, txt("Wave layout"), true }},
		{"owned", func(c *Card) { c.Owner, c.Hue = txt("agent-1"), style.OwnerHue("agent-1") }}, {"yours", func(c *Card) { c.Owner, c.Hue, c.State = txt("you"), style.You, Done }},
		{"warned", func(c *Card) { c.Warn, c.Doing = txt("no write for 31m"), txt("Drawing") }}, {"alarmed", func(c *Card) { c.Warn, c.Alarm = txt("no write for 31m"), true }},
		{"needy", func(c *Card) { c.Warn, c.Alarm, c.Needy, c.Help = txt("stalled"), true, true, key("r", "release") }},
		{"many behind", func(c *Card) { c.Behind = 1200 }}, {"none behind", func(c *Card) { c.Behind = 0 }}, {"fresh", func(c *Card) { c.Fresh, c.Mark = 3, style.You }},
		{"fading", func(c *Card) { c.Fresh = 1 }}, {"lit", func(c *Card) { c.Lit = true }}, {"marked", func(c *Card) { c.Marked = true }}, {"lit by a story", func(c *Card) { c.Spot = true }},
		{"open", func(c *Card) { c.Open = true }}, {"found", func(c *Card) { c.Find = "file" }}, {"pending", func(c *Card) { c.Pending = true }}, {"one-sided", func(c *Card) { c.OneSided = true }},
		{"with a worktree", func(c *Card) { c.HasWorktree = true }}, {"with a named worktree", func(c *Card) { c.HasWorktree, c.WorktreeName = true, txt("auth") }},
		{"without an id", func(c *Card) { c.ID = Text{} }}, {"without an age", func(c *Card) { c.Age = Text{} }},
	}
	var all strings.Builder
	for _, c := range changes {
		card := pending(Ready, "#07", "Wire the file watcher to the board", "", "", "2h", 4)
		c.change(&card)
		for _, w := range []int{22, 36, 60} {
			for _, selected := range []bool{false, true} {
				fmt.Fprintf(&all, "%s, %d cells, selected %v\n", c.name, w, selected)
				all.WriteString(strings.Join(drawnCard(style.New(true, colorprofile.TrueColor), &card, w, false, selected), "\n") + "\n")
				all.WriteString(strings.Join(drawnCard(style.New(true, colorprofile.TrueColor), &card, w, true, selected), "\n") + "\n")
			}
		}
	}
	isAsItWas(t, "cards", renderCells(all.String()))
}

// Every choice of a layout at sizes around those where it changes: what differs from the board of that size.
func TestLayoutsAreAsTheyWere(t *testing.T) {
	options := map[string]LayoutOptions{
		"detail": {Detail: true}, "detail of the last column": {Detail: true, Focus: CompletedColumn}, "beside": {Detail: true, Beside: true, Feed: true}, "feed": {Feed: true},
		"below": {Below: 5}, "done": {Done: true}, "deleted": {Deleted: true}, "caption": {Caption: 2}, "silent": {Silent: true}, "long": {Long: true, Caption: 1}, "bare": {Bare: true, Done: true, Deleted: true},
		"bare and silent": {Bare: true, Silent: true, Long: true}, "talk": {Talk: true}, "wider": {WiderColumn: 1}, "narrower": {WiderColumn: -1},
		"graph": {View: GraphView}, "graph with a detail": {View: GraphView, Detail: true}, "spotlight": {View: GraphView, Spotlight: true, Caption: 1}, "tree": {View: TreeView, Feed: true}, "now": {View: NowView, Detail: true}, "now alone": {View: NowView},
	}
	var all strings.Builder
	row := func(w, h int) {
		board := placesOf(Arrange(w, h, LayoutOptions{}))
		fmt.Fprintf(&all, "%dx%d: %s\n", w, h, strings.Join(board, ", "))
		for _, name := range slices.Sorted(maps.Keys(options)) {
			of := slices.DeleteFunc(placesOf(Arrange(w, h, options[name])), func(place string) bool { return slices.Contains(board, place) })
			fmt.Fprintf(&all, "  %s: %s\n", name, strings.Join(of, ", "))
		}
	}
	for _, w := range []int{MinWidth - 1, MinWidth, 69, 70, StackedBelow - 1, StackedBelow, sideWidth - 1, sideWidth, PanelWidth - 1, PanelWidth, 250} {
		row(w, 40)
	}
	for _, h := range []int{MinHeight - 1, MinHeight, 9, ruleHeight - 1, ruleHeight, 20, airyHeight - 1, airyHeight, roomyHeight - 1, roomyHeight} {
		row(44, h)
		row(120, h)
	}
	isAsItWas(t, "layouts", all.String())
}

// placesOf returns the parts of a layout that are there.
func placesOf(l Layout) (places []string) {
	for v, i := reflect.ValueOf(l), 0; i < v.NumField(); i++ {
		if !v.Field(i).IsZero() {
			places = append(places, fmt.Sprint(v.Type().Field(i).Name, " ", v.Field(i)))
		}
	}
	return places
}
