package view

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
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
			if counted := strings.Contains(got, " more "); counted != (shown < 6) {
				t.Errorf("%v with %s in focus shows %d of 6 fields, counts the others: %v:\n%s", size, label, shown, counted, got)
			}
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
