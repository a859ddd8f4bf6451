package view

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"sideboard/ui/style"
)

func plainSheet() *style.Sheet { return style.New(true, colorprofile.Ascii) }

func TestAScrolledHelpReachesItsLastKey(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {40, 20}, {80, 16}, {120, 40}} {
		help := sampleHelp()
		help.Scroll = HelpScroll(size[0], size[1], help)
		s := Screen{Board: sampleBoard(), Overlay: help}
		frame := ansi.Strip(NewPainter().Draw(Arrange(size[0], size[1], LayoutOptions{}), &s, plainSheet()).Content)
		if !strings.Contains(frame, "no, leave it") || strings.Contains(frame, "esc") && strings.Contains(frame, "2 more below") {
			t.Errorf("%v: scrolled by %d the last key is hidden:\n%s", size, help.Scroll, frame)
		}
	}
}

func TestTheCursorStandsBehindWhatWasTyped(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 40}} {
		for _, typed := range []string{"", "plain", "翻訳", "কি"} {
			for _, clusters := range []bool{false, true} {
				method := ansi.WcWidth
				if clusters {
					method = ansi.GraphemeWidth
				}
				sheet := plainSheet().WithGraphemes(clusters)
				form := &Form{Title: txt("New task"), Fields: []Field{{Label: txt("Owner"), Lines: []Text{txt("x")}},
					{Label: txt("Subject"), Lines: []Text{txt("|" + typed)}, Focused: true, CursorX: 1 + txt(typed).Width()}}}
				s := Screen{Board: sampleBoard(), Overlay: form}
				f := NewPainter().Draw(Arrange(size[0], size[1], LayoutOptions{}), &s, sheet)
				behindText(t, f, method, "|"+txt(typed).String())

				b := sampleBoard()
				b.Prompt = &Prompt{Label: txt("/"), Text: txt("|" + typed), Cursor: 1 + txt(typed).Width()}
				f = NewPainter().Draw(Arrange(size[0], size[1], LayoutOptions{}), &Screen{Board: b}, sheet)
				behindText(t, f, method, "|"+txt(typed).String())
			}
		}
	}
}

func behindText(t *testing.T, f Frame, method ansi.Method, typed string) {
	t.Helper()
	if !f.Cursor {
		t.Fatal("there is no cursor")
	}
	row := ansi.Strip(strings.Split(f.Content, "\n")[f.Y])
	before, _, found := strings.Cut(row, typed)
	if at := method.StringWidth(before + typed); !found || at != f.X {
		t.Errorf("the cursor is at %d,%d, %q ends at %d in %q", f.X, f.Y, typed, at, row)
	}
}

func TestADetailScrollsToItsEnd(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 24}} {
		l := Arrange(size[0], size[1], LayoutOptions{Detail: true})
		d := sampleDetail()
		d.Scroll = max(0, DetailRows(l, d)-l.DetailPage())
		s := Screen{Board: sampleBoard(), Detail: d}
		frame := ansi.Strip(NewPainter().Draw(l, &s, plainSheet()).Content)
		if !strings.Contains(frame, "7.json") {
			t.Errorf("%v: scrolled by %d the path is hidden:\n%s", size, d.Scroll, frame)
		}
		if d.Scroll > 0 && !strings.Contains(frame, plainSheet().Glyphs.Up) {
			t.Errorf("%v: nothing says that there is more above", size)
		}
	}
}

func TestAnEmptyScreenSaysWhatToDo(t *testing.T) {
	for name, want := range map[string]string{"firstrun": "create .tasks here", "notasks": "write the first one", "nomatch": "clear the filter", "alldone": "All done", "reset": "Finished, list reset"} {
		for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 40}} {
			s, o := samples()[name]()
			frame := ansi.Strip(NewPainter().Draw(Arrange(size[0], size[1], o), &s, plainSheet()).Content)
			if !strings.Contains(frame, want) {
				t.Errorf("%s at %v does not say %q:\n%s", name, size, want, frame)
			}
		}
	}
}

func TestTheLastKeyOfTheFooterIsAlwaysThere(t *testing.T) {
	for w := MinWidth; w < 130; w++ {
		s, o := samples()["board"]()
		rows := strings.Split(ansi.Strip(NewPainter().Draw(Arrange(w, 12, o), &s, plainSheet()).Content), "\n")
		if !strings.Contains(rows[11], "?  help") {
			t.Fatalf("%d cells: %q", w, rows[11])
		}
	}
}
