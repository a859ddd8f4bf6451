package view

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"sideboard/tasks/testdir"
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestScreensLookAsTheyDid(t *testing.T) {
	colour := style.New(true, colorprofile.TrueColor)
	for name, sample := range samples() {
		sizes := [][2]int{{44, 50}, {120, 40}}
		if slices.Contains([]string{"board", "needs", "open", "talk", "lanes", "byowner", "parts", "sweep", "detail", "now", "help", "form"}, name) {
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
		o.Bare = true
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
		isAsItWas(t, name, renderCells(NewPainter().Draw(Arrange(size[0], size[1], o), &s, sheet).Content, size == [2]int{120, 40} || size == [2]int{160, 40}))
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

// renderCells returns a frame as text, and with styled set the styles of each row as runs (letter and cells) and what the letters mean.
func renderCells(content string, styled bool) string {
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
	if !styled {
		return text.String()
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
				isAsItWas(t, "picture-"+name, renderCells(NewPainter().Draw(l, &s, v.sheet).Content, size == v.sizes[len(v.sizes)-1]))
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
		{"usual", func(c *Card) {}}, {"in progress", func(c *Card) { c.State = Running }},
		{"done", func(c *Card) { c.State = Done }}, {"skipped", func(c *Card) { c.State = Skipped }}, {"failed", func(c *Card) { c.State = Failed }},
		{"container", func(c *Card) { c.State = Container }}, {"missing", func(c *Card) { c.State = Missing }}, {"unknown", func(c *Card) { c.State = Unknown }},
		{"broken", func(c *Card) { c.State = Broken }}, {"stuck", func(c *Card) { c.State, c.Note = Stuck, txt("stuck behind") }},
		{"in a loop", func(c *Card) { c.State, c.Note, c.Loop = Stuck, txt("in a loop with"), true }}, {"ready in no loop", func(c *Card) { c.Loop = true }},
		{"waiting", func(c *Card) { c.State, c.After = Waiting, txt("#08") }},
		{"waiting for several", func(c *Card) { c.State, c.After = Waiting, txt("#08 +2") }},
		{"owned", func(c *Card) { c.Owner, c.Hue = txt("agent-1"), style.OwnerHue("agent-1") }}, {"yours", func(c *Card) { c.Owner, c.Hue, c.State = txt("you"), style.You, Done }},
		{"unusual", func(c *Card) { c.Note = txt("started early") }}, {"cut off", func(c *Card) {
			c.State, c.Warn, c.WarnShort, c.Alarm, c.Needy, c.Help = Broken, txt("half-written, cannot be read"), txt("half-written, unreadable"), true, true, key("E", "open file")
		}},
		{"needy", func(c *Card) {
			c.Warn, c.More, c.Alarm, c.Needy, c.Help = txt("stalled"), txt("no write for 31m"), true, true, key("r", "release")
		}},
		{"many behind", func(c *Card) { c.Behind = 1200 }}, {"none behind", func(c *Card) { c.Behind = 0 }}, {"fresh", func(c *Card) { c.Fresh = 2 }},
		{"fading", func(c *Card) { c.Fresh = 1 }}, {"marked", func(c *Card) { c.Marked = true }}, {"new", func(c *Card) { c.State, c.New = Done, true }},
		{"lit by a story", func(c *Card) { c.Spot = true }},
		{"away", func(c *Card) { c.Away = true }}, {"found", func(c *Card) { c.Find = "file" }}, {"pending", func(c *Card) { c.Pending = true }}, {"one-sided", func(c *Card) { c.OneSided = true }},
		{"with a worktree", func(c *Card) { c.HasWorktree = true }}, {"with a named worktree", func(c *Card) { c.HasWorktree, c.WorktreeName = true, txt("auth") }},
		{"without an id", func(c *Card) { c.ID = Text{} }}, {"without an age", func(c *Card) { c.Age = Text{} }},
	}
	var all strings.Builder
	for _, c := range changes {
		card := pending(Ready, "#07", "Wire the file watcher to the board", "", "", "2h", 4)
		c.change(&card)
		for _, w := range []int{22, 34, 80} {
			fmt.Fprintf(&all, "%s, %d cells\n", c.name, w)
			for form := range uint8(lay.FormCount) {
				all.WriteString(strings.Join(rowsOfCard(style.New(true, colorprofile.TrueColor), &card, w, form, form == 1), "\n") + "\n")
			}
		}
	}
	isAsItWas(t, "cards", renderCells(all.String(), true))
}

// Every choice of a layout, drawn: a letter for four cells of a part, and how many rows of a screen look like that. The laws look at the other sizes.
func TestLayoutsAreAsTheyWere(t *testing.T) {
	options := []struct {
		name string
		LayoutOptions
	}{
		{"board", LayoutOptions{}}, {"a wider pending column", LayoutOptions{Long: true}}, {"free rows", LayoutOptions{Air: 2}}, {"feed", LayoutOptions{Feed: true}},
		{"detail", LayoutOptions{Detail: true}}, {"detail of the last column", LayoutOptions{Detail: true, Focus: CompletedColumn}}, {"detail beside", LayoutOptions{Detail: true, Beside: true, Feed: true}},
		{"done", LayoutOptions{Done: true}}, {"deleted", LayoutOptions{Deleted: true}}, {"caption", LayoutOptions{Caption: 2}}, {"bare", LayoutOptions{Bare: true, Done: true, Deleted: true}}, {"talk", LayoutOptions{Talk: true}},
		{"tree", LayoutOptions{View: TreeView, Feed: true}}, {"graph", LayoutOptions{View: GraphView}}, {"graph with a detail", LayoutOptions{View: GraphView, Detail: true}},
		{"past", LayoutOptions{Past: true}}, {"past now", LayoutOptions{Past: true, View: NowView}}, {"spotlight", LayoutOptions{View: GraphView, Spotlight: true, Caption: 1}}, {"now", LayoutOptions{View: NowView}}, {"now with a detail", LayoutOptions{View: NowView, Detail: true}},
	}
	all := "H header, T tabs, S strip, L legend, A caption, O all done, B list, h heads of columns, 1 2 3 columns, C canvas, f foot, b about the selected task, D detail, X deleted, N news, W way, F footer\n"
	for _, size := range [][2]int{{44, 12}, {44, 50}, {80, 24}, {120, 40}, {200, 60}} {
		drawn := map[string][]string{} // what options look like, by what they look like
		var order []string
		for _, o := range options {
			picture := drawLayout(Arrange(size[0], size[1], o.LayoutOptions))
			if drawn[picture] == nil {
				order = append(order, picture)
			}
			drawn[picture] = append(drawn[picture], o.name)
		}
		for _, picture := range order {
			all += fmt.Sprintf("%dx%d %s\n%s", size[0], size[1], strings.Join(drawn[picture], ", "), picture)
		}
	}
	isAsItWas(t, "layouts", all)
}

// drawLayout draws the parts of a layout, later ones over earlier ones.
func drawLayout(l Layout) (picture string) {
	rows := make([][]byte, l.H)
	for y := range rows {
		rows[y] = bytes.Repeat([]byte{' '}, l.W)
	}
	put := func(letter byte, r Rect) {
		for y := r.Y; y < r.Y+r.H; y++ {
			for x := r.X; x < r.X+r.W; x++ {
				rows[y][x] = letter
			}
		}
	}
	for _, part := range []struct {
		letter byte
		Rect
	}{
		{'B', l.Body}, {'H', l.Header}, {'T', l.Tabs}, {'S', l.Strip}, {'L', l.Legend}, {'A', l.Caption}, {'O', l.Done}, {'X', l.Deleted},
		{'N', l.News}, {'W', l.Way}, {'F', l.Footer}, {'h', l.DepView.Titles}, {'C', l.DepView.Canvas}, {'f', l.DepView.Foot}, {'D', l.Detail},
	} {
		put(part.letter, part.Rect)
	}
	for k, c := range l.Columns {
		put('h', c.Title)
		put(byte('1'+k), c.Cards)
	}
	same := 0
	for y, row := range rows {
		if same++; y+1 < len(rows) && bytes.Equal(row, rows[y+1]) {
			continue
		}
		line := fmt.Sprintf("%3d ", same)
		for x := 0; x < len(row); x += 4 {
			line += string(row[x])
		}
		picture += strings.TrimRight(line, " ") + "\n"
		same = 0
	}
	return picture
}
