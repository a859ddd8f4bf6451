package view

import (
	"fmt"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// What a painter remembers of a panel never shows: whatever was drawn before, a frame is the one a new painter draws. And what
// has not changed is not drawn again: a piece of news costs what it is, not what all of them are.
func TestAPanelIsDrawnAgainOnlyWhereItChanged(t *testing.T) {
	s, o := samples()["feed"]()
	sheets := []*style.Sheet{plainSheet(), style.New(true, colorprofile.TrueColor), style.New(false, colorprofile.ANSI256)}
	pt := NewPainter()
	tell := func(n int) {
		item := FeedItem{Age: safetext.Line(fmt.Sprint(n/7, "m")), Line: Line{{Text: safetext.Line(fmt.Sprintf("Task %d was claimed by an agent with a long name, and what waits for it is told beside it", n))}}}
		f := *s.Feed
		f.Items = append([]FeedItem{item}, f.Items[:min(len(f.Items), 99)]...)
		s.Feed = &f
	}
	for n := range 60 {
		tell(n)
		d := *s.Detail
		d.Scroll = n % 5 * 10
		s.Detail = &d
		for _, size := range [][2]int{{160, 60}, {300, 100}, {160, 24}} {
			l, sheet := Arrange(size[0], size[1], o), sheets[n%len(sheets)]
			if pt.Draw(l, &s, sheet).Content != NewPainter().Draw(l, &s, sheet).Content {
				t.Fatalf("%v: after %d pieces of news something old is left", size, n+1)
			}
		}
	}
	l := Arrange(300, 100, o)
	n := 1000
	cost := func(painter func() *Painter) float64 {
		return testing.AllocsPerRun(20, func() {
			n++
			tell(n)
			painter().Draw(l, &s, sheets[1])
		})
	}
	if warm, cold := cost(func() *Painter { return pt }), cost(NewPainter); warm > cold/3 {
		t.Errorf("one piece of news costs %v allocations, and drawing everything %v", warm, cold)
	}
}
