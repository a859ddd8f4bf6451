package view

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"sideboard/ui/style"
)

// An id that no file has has no subject: a box says so, or the id where it has one line.
func TestABoxOfAnIDThatNoFileHasIsNotEmpty(t *testing.T) {
	n := Node{State: Missing, Ghost: true, ID: txt("task_99"), Hue: style.Nobody}
	row := func(i, rows int) string {
		p := pen{sh: plainSheet()}
		p.beginRow(20, style.Flat)
		n.drawBoxRow(&p, i, rows, false)
		return ansi.Strip(string(p.b))
	}
	if got := row(1, 2); !strings.Contains(got, "no such task") {
		t.Errorf("the first of two lines is %q", got)
	}
	if got := row(1, 1); !strings.Contains(got, "task_99") {
		t.Errorf("the one line is %q", got)
	}
}

// A reason that its line cuts is read whole below the list.
func TestTheReasonOfAProblemIsReadWhole(t *testing.T) {
	why := "They wait for each other: task_1778000020_02e9 > task_1778000021_030e > task_1778000020_02e9"
	s := Screen{Board: sampleBoard(), Overlay: &Problems{Selected: 0, Keys: []Key{key("esc", "close")},
		Items: []Problem{{File: txt("task_1778000020_02e9.json"), Why: txt(why)}}}}
	got := ansi.Strip(NewPainter().Draw(Arrange(80, 24, LayoutOptions{}), &s, plainSheet()).Content)
	var words []string
	for row := range strings.SplitSeq(got, "\n") {
		if _, inside, found := strings.Cut(row, "│  "); found {
			inside, _, _ = strings.Cut(inside, "│")
			words = append(words, strings.Fields(inside)...)
		}
	}
	if !strings.Contains(strings.Join(words, " "), why) {
		t.Errorf("the reason is not whole:\n%s", got)
	}
}

// What is in progress already is not to be started: it is to be finished.
func TestWhatIsInProgressIsToBeFinishedFirst(t *testing.T) {
	for state, want := range map[State]string{Ready: "start here", Running: "finish first"} {
		dv := &DepView{Tasks: Tasks{Node: func(int32) Node { return Node{State: state, ID: txt("#05"), Subject: txt("Board columns"), Behind: 4} }}}
		pt := NewPainter()
		pt.sh = plainSheet()
		p := pen{sh: pt.sh}
		p.beginRow(70, style.Flat)
		pt.drawStart(&p, dv, 0)
		if got := ansi.Strip(string(p.b)); !strings.Contains(got, want) || !strings.Contains(got, "4 wait behind it") {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
