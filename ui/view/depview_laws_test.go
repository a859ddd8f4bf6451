package view

import (
	"fmt"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"sideboard/ui/style"
)

// hostileDepView returns the tasks of a dependency view texts that break columns, and all marks there are.
func hostileDepView(s Screen) Screen {
	bad := func(i int) Text { return txt(hostile[i%len(hostile)]) }
	dv := *s.DepView
	node := dv.Node
	dv.Node = func(i int32) Node {
		n, k := node(i), int(i)
		n.Subject, n.ID, n.Owner = bad(k), bad(k+1), bad(k+2)
		n.Fresh, n.Pending, n.OneSided, n.Alarm = uint8(k%4), k%2 == 0, k%3 == 0, k%5 == 0
		n.Lit, n.AssumedDone, n.Behind = k%4 == 1, k%4 == 2, k*k*7
		return n
	}
	if dv.Summary != nil {
		b := *dv.Summary
		b.Word, b.Note = bad(0), bad(9)
		dv.Summary = &b
	}
	if dv.Link != nil {
		k := *dv.Link
		k.Error, k.Typed.Text, k.Typed.Cursor, k.Typed.Tally = bad(9), bad(6), 4, bad(0)
		k.Source.Subject, k.Source.ID = bad(0), bad(9)
		k.Items = append([]Candidate(nil), k.Items...)
		for i := range k.Items {
			c := &k.Items[i]
			c.Node.Subject, c.Node.ID, c.Shift, c.Loop = bad(i), bad(i+3), bad(i+9), []Text{bad(1), bad(0), bad(9), bad(2)}
			c.Verdict = Verdict(i % 4)
		}
		dv.Link = &k
	}
	dv.Tabs = append([]Tab(nil), dv.Tabs...)
	for i := range dv.Tabs {
		dv.Tabs[i].Name = bad(i)
	}
	s.DepView = &dv
	return s
}

func TestEveryDepViewHasExactlyTheSizeAsked(t *testing.T) {
	colour := style.New(true, colorprofile.TrueColor)
	sheets := []*style.Sheet{colour, colour.WithGraphemes(true), style.New(true, colorprofile.Ascii).WithGlyphs(true)}
	for name, sample := range sampleDepViews() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pt := NewPainter()
			for w := range 251 {
				for h := range 71 {
					common := w == 40 && h == 12 || w == 80 && h == 24 || w == 160 && h == 45 || w == 250 && h == 70
					if step := (w*7 + h*3) % 397; !common && step != 0 && (w > 24 || h > 12 || step%17 != 0) {
						continue
					}
					plain, l := sample(w, h)
					for _, evil := range []bool{false, true} {
						s := plain
						if evil {
							s = hostileDepView(s)
						}
						sheet := sheets[(w+h)%len(sheets)]
						exact(t, fmt.Sprintf("%dx%d evil %v", w, h, evil), pt.Draw(l, &s, sheet), w, h, sheet.Graphemes)
						if s.DepView.Link != nil {
							s.Overlay, s.DepView = s.DepView.Link, nil
							exact(t, fmt.Sprintf("%dx%d evil %v floating", w, h, evil), pt.Draw(Arrange(w, h, LayoutOptions{}), &s, sheet), w, h, sheet.Graphemes)
						}
						if t.Failed() {
							return
						}
					}
				}
			}
		})
	}
}

// A picture has the detail beside it, an overlay over it and an empty screen in its place as the board has.
func TestADepViewSharesTheScreenAsTheBoardDoes(t *testing.T) {
	sheet := style.New(true, colorprofile.TrueColor)
	p := readPlan(plan)
	for _, kind := range []ViewKind{GraphView, FocusView, TimelineView} {
		for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 40}, {200, 50}} {
			for _, with := range []string{"detail", "help", "caption", "empty", "gone", "nothing"} {
				o := LayoutOptions{Detail: with == "detail", Caption: map[string]int{"caption": 2}[with]}
				s, l := p.screen(kind, "15", size[0], size[1], o, nil)
				switch with {
				case "detail":
					s.Detail = sampleDetail()
				case "help":
					s.Overlay = sampleHelp()
				case "caption":
					s.Caption = &Caption{Text: txt("Agents claim what is ready"), Step: 3, Of: 12}
				case "empty":
					s.Empty = &Empty{Kind: NoTasks, Selected: -1}
				case "gone":
					s.Empty, s.Board.Dimmed = &Empty{Kind: DirectoryGone, Selected: -1}, true
				case "nothing":
					s.DepView = &DepView{Selected: -1}
				}
				exact(t, fmt.Sprint(kind, size, with), NewPainter().Draw(l, &s, sheet), size[0], size[1], false)
			}
		}
	}
}
