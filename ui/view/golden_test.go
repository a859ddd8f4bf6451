package view

import (
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
		got := renderCells(NewPainter().Draw(Arrange(size[0], size[1], o), &s, sheet).Content)
		file := filepath.Join("testdata", name+".golden")
		if *update {
			testdir.Must(t, os.MkdirAll("testdata", 0o755))
			testdir.Must(t, os.WriteFile(file, []byte(got), 0o644))
		}
		want, err := os.ReadFile(file)
		testdir.Must(t, err)
		if got != string(want) {
			t.Errorf("differs from %s; look at it, then run with -update:\n%s", file, difference(string(want), got))
		}
	})
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
				got := renderCells(NewPainter().Draw(l, &s, v.sheet).Content)
				file := filepath.Join("testdata", "picture-"+name+".golden")
				if *update {
					testdir.Must(t, os.WriteFile(file, []byte(got), 0o644))
				}
				want, err := os.ReadFile(file)
				testdir.Must(t, err)
				if got != string(want) {
					t.Errorf("differs from %s; look at it, then run with -update:\n%s", file, difference(string(want), got))
				}
			})
		}
	}
}
