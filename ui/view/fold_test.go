package view

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// longForm returns a form that no small screen can show at once, with the focus on one of its fields.
func longForm(focus int) *Form {
	f := &Form{Title: txt("Edit #07"), Keys: []Key{key("ctrl+s", "save"), key("tab", "next field"), key("esc", "cancel"), key("ctrl+o", "$EDITOR")}}
	for i, label := range []string{"Subject", "Description", "Active form", "Owner", "ID", "Waits for"} {
		field := Field{Label: txt(label), Lines: []Text{txt("what " + label + " holds")}, Rows: 1}
		if i == 1 {
			field.Rows = 3
		}
		field.Focused = i == focus
		f.Fields = append(f.Fields, field)
	}
	return f
}

func formScreen(f *Form, w, h int) (text string, frame Frame) {
	l := Arrange(w, h, LayoutOptions{})
	frame = NewPainter().Draw(l, &Screen{Board: sampleBoard(), Overlay: f}, style.New(true, colorprofile.TrueColor))
	return ansi.Strip(frame.Content), frame
}

// Whichever field is in focus, it is seen whole with the cursor in it, no label stands without what it holds, the keys
// stay, and the hidden fields are counted.
func TestALowFormFollowsTheFocus(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {60, 15}, {36, 9}, {80, 24}} {
		for focus, label := range []string{"Subject", "Description", "Active form", "Owner", "ID", "Waits for"} {
			got, frame := formScreen(longForm(focus), size[0], size[1])
			if !frame.Cursor {
				t.Errorf("%v with %s in focus has no cursor:\n%s", size, label, got)
			}
			if !strings.Contains(got, "what "+label+" holds") || !strings.Contains(got, "save") {
				t.Errorf("%v does not show %s, which is in focus, and the keys:\n%s", size, label, got)
			}
			shown := 0
			for _, other := range longForm(0).Fields {
				if strings.Contains(got, "what "+other.Label.String()+" holds") {
					shown++
				}
			}
			if counted := strings.Contains(got, "↑") || strings.Contains(got, "↓"); counted != (shown < 6) {
				t.Errorf("%v with %s in focus shows %d of 6 fields, counts the others: %v:\n%s", size, label, shown, counted, got)
			}
		}
	}
}

func TestAPathBreaksBehindItsSlashes(t *testing.T) {
	path := safetext.Line("/home/you/my-service/.tasks/task_1778000000_0042.json")
	for w := 1; w < 60; w++ {
		var all strings.Builder
		lines := wrapPath(path, w)
		for i, l := range lines {
			if l.Width() > w {
				t.Fatalf("%q is wider than %d", l, w)
			}
			if i < len(lines)-1 && w >= 25 && !strings.HasSuffix(l.String(), "/") {
				t.Errorf("%d cells break %q inside a name", w, l)
			}
			all.WriteString(l.String())
		}
		if all.String() != path.String() {
			t.Fatalf("%d cells make %q of it", w, all.String())
		}
	}
}

// A part of a card that does not fit whole gives way whole.
func TestASecondRowDropsWholeParts(t *testing.T) {
	for _, c := range []struct {
		w    int
		want string
	}{
		{40, "#0010  waits for Wave layout"},
		{30, "#0010  ← Wave layout"},
		{24, "← Wave layout"},
		{16, "← Wave"},
	} {
		card := pending(Waiting, "#0010", "Edge router", "waits for", "Wave layout", "2h", 0)
		pt := NewPainter()
		pt.sh = style.New(true, colorprofile.TrueColor)
		got := ansi.Strip(pt.drawCard(&card, c.w, false, true).rows[1])
		if !strings.Contains(got, c.want) || strings.Contains(c.want, "layout") && strings.Contains(got, "…") {
			t.Errorf("%d cells: %q, not %q", c.w, got, c.want)
		}
	}
	card := owned(Done, "#0010", "Edge router", "backend-dev", "2h")
	pt := NewPainter()
	pt.sh = style.New(true, colorprofile.TrueColor)
	if got := ansi.Strip(pt.drawCard(&card, 22, false, true).rows[1]); !strings.Contains(got, "backend-dev ") || strings.Contains(got, "#") {
		t.Errorf("an id is cut: %q", got)
	}
}

// What does not fit into the row of the news goes on in the empty row below it, where there is one.
func TestLongNewsGoesOnBelow(t *testing.T) {
	words := "Not linked: #0010 Edge router would then wait for itself, by #0012 Link mode and #0013 Cycle guard; unlink one of them first"
	for _, c := range []struct{ w, h, rows int }{{140, 40, 1}, {100, 40, 2}, {80, 24, 2}, {100, 15, 1}} {
		b := sampleBoard()
		b.News = News{Line: Line{span(style.Plain, words)}, Level: Warning}
		l := Arrange(c.w, c.h, LayoutOptions{})
		got := strings.Split(ansi.Strip(NewPainter().Draw(l, &Screen{Board: b}, style.New(true, colorprofile.TrueColor)).Content), "\n")
		said := strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(got[l.News.Y]), "!"))
		if c.rows == 2 {
			said += " " + strings.TrimSpace(got[l.News.Y+1])
		}
		if whole := said == words; whole != (c.w == 140 || c.rows == 2) {
			t.Errorf("%dx%d says %q", c.w, c.h, said)
		}
	}
}
