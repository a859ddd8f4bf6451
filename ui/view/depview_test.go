package view

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"sideboard/ui/style"
)

// Selecting another task changes what is lit, and moves nothing.
func TestSelectingTintsAndMovesNothing(t *testing.T) {
	p := readPlan(plan)
	sheet := style.New(true, colorprofile.TrueColor)
	var shapes []string
	var frames []string
	for _, id := range []string{"15", "06"} {
		s, l := p.screen(GraphView, id, 160, 45, LayoutOptions{}, nil)
		frames = append(frames, NewPainter().Draw(l, &s, sheet).Content)
		shape := strings.Join(rowsOf(l, &s, sheet)[l.DepView.Canvas.Y:l.DepView.Foot.Y], "\n")
		shapes = append(shapes, strings.Map(func(r rune) rune {
			if r >= '─' && r <= '╿' || r == '▌' || r == '▎' {
				return '#' // whatever line or bar it is
			}
			return r
		}, shape))
	}
	if shapes[0] != shapes[1] {
		t.Errorf("something moved:\n%s\n%s", shapes[0], shapes[1])
	}
	if frames[0] == frames[1] {
		t.Error("nothing is tinted")
	}
	for _, st := range []style.Style{style.Upstream, style.Accent, style.Chain, style.Line} {
		if !strings.Contains(frames[0], sheet.SGR(st, style.Flat)) {
			t.Errorf("style %d is nowhere in the picture", st)
		}
	}
}

func TestMarksFollowTheSelection(t *testing.T) {
	p := readPlan(plan)
	m := NewHighlights(p.g, p.find("15"))
	for id, want := range map[string]Tone{"15": ToneNone, "08": ToneUpstream, "10": ToneUpstream, "13": ToneUpstream, "16": ToneDownstream, "18": ToneDownstream, "06": ToneDimmed, "12": ToneDimmed, "20": ToneDimmed} {
		var n Node
		if m.Node(p.find(id), &n); n.Tone != want {
			t.Errorf("#%s has tone %d, not %d", id, n.Tone, want)
		}
	}
	for i, e := range p.g.Edges() {
		got := m.Edge(int32(i))
		if on := p.ids[e.From] == "10" && p.ids[e.To] == "15"; on && (got.Tone != ToneUpstream || !got.Chain) {
			t.Errorf("the link of #10 and #15 is %+v", got)
		}
		if aside := p.ids[e.To] == "12"; aside && got.Tone != ToneDimmed {
			t.Errorf("the link of #%s and #12 is %+v", p.ids[e.From], got)
		}
	}
	none := NewHighlights(p.g, -1)
	var n Node
	if none.Node(p.find("06"), &n); n.Tone != ToneNone || n.Waits != 0 || n.Behind != 5 {
		t.Errorf("with nothing selected #06 is %+v", n)
	}
}

// What is kept from frame to frame must never be shown in place of what differs from it.
func TestEveryChangeOfATaskInADepViewIsDrawn(t *testing.T) {
	p := readPlan(plan)
	sheet := style.New(true, colorprofile.TrueColor)
	s, l := p.screen(GraphView, "15", 160, 45, LayoutOptions{}, nil)
	node := s.DepView.Node
	at := p.find("13")
	base := node(at)
	fields := reflect.TypeFor[Node]()
	for i := range fields.NumField() {
		from, changed := base, base
		switch v := reflect.ValueOf(&changed).Elem().Field(i); {
		case slices.Contains([]string{"Waits", "Wave", "Mark", "Tone", "Trouble"}, fields.Field(i).Name):
			continue // a tree shows them
		case fields.Field(i).Name == "Hue":
			from.Owner, changed.Owner, changed.Hue = txt("x"), txt("x"), style.You
		case fields.Field(i).Name == "Ignored": // only of an id that no file has
			from.State, changed.State, changed.Ignored = Missing, Missing, true
		case fields.Field(i).Name == "Age":
			from.State, changed.State, changed.Age = Running, Running, txt("9m")
		case v.Type() == reflect.TypeFor[Text]():
			v.Set(reflect.ValueOf(txt("else")))
		case v.Kind() == reflect.Bool:
			v.SetBool(true)
		case v.CanInt():
			v.SetInt(9)
		case v.CanUint():
			v.SetUint(uint64(2))
		}
		pt := NewPainter()
		draw := func(pt *Painter, n Node) string {
			s.DepView.Node = func(k int32) Node {
				if k == at {
					return n
				}
				return node(k)
			}
			return pt.Draw(l, &s, sheet).Content
		}
		before, after := draw(pt, from), draw(pt, changed)
		if before == after {
			t.Errorf("a change of %s is not drawn", fields.Field(i).Name)
		}
		if after != draw(NewPainter(), changed) {
			t.Errorf("after a change of %s something old is left", fields.Field(i).Name)
		}
	}
}

func TestASparkRunsAndStandsStillWhereMotionIsReduced(t *testing.T) {
	p := readPlan(plan)
	sheet := style.New(true, colorprofile.TrueColor)
	at := func(phase float64, still bool) string {
		s, l := p.screen(GraphView, "08", 160, 45, LayoutOptions{}, func(dv *DepView) {
			sparking(p, dv)
			dv.Spark.Phase = phase
		})
		s.Board.Static = still
		return NewPainter().Draw(l, &s, sheet).Content
	}
	if at(0.2, false) == at(0.7, false) {
		t.Error("the spark does not move")
	}
	if at(0.2, true) != at(0.7, true) {
		t.Error("something moves although motion is reduced")
	}
	if !strings.Contains(at(0.5, true), "can start now") {
		t.Error("without motion nothing says what is ready now")
	}
}

func TestDrawingAgainAsksForWhatIsVisibleOnly(t *testing.T) {
	p := readPlan(dense(400))
	sheet := style.New(true, colorprofile.TrueColor)
	for _, kind := range []ViewKind{GraphView, TreeView} {
		s, l := p.screen(kind, "100", 120, 40, LayoutOptions{}, nil)
		asked := 0
		node := s.DepView.Node
		s.DepView.Node = func(i int32) Node { asked++; return node(i) }
		pt := NewPainter()
		first := pt.Draw(l, &s, sheet)
		asked = 0
		again := pt.Draw(l, &s, sheet)
		if again != first {
			t.Errorf("projection %d: the frame differs", kind)
		}
		if asked > 200 {
			t.Errorf("projection %d: asked for %d tasks", kind, asked)
		}
		if n := testing.AllocsPerRun(20, func() { pt.Draw(l, &s, sheet) }); kind == GraphView && n > 0 {
			t.Errorf("projection %d: %v allocations", kind, n)
		}
	}
}
