package cards

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// docked is the detail of a program, which counts what is done to it.
type docked struct {
	is, open bool
	by       int
}

func (d *docked) Open() bool        { return d.open }
func (d *docked) IsDocked() bool    { return d.is }
func (d *docked) Toggle()           { d.open = !d.open }
func (d *docked) ScrollBy(rows int) { d.by += rows }

// pointed is a board of three columns with the mouse.
type pointed struct {
	*shown
	detail docked
	t      *testing.T
}

func point(t *testing.T, w, h int, ts ...*tasks.Task) *pointed {
	s := &pointed{shown: show(w, h, ts...), t: t}
	s.p.Detail = &s.detail
	return s
}

// at returns the mouse on a text of the screen.
func (s *pointed) at(text string) tea.Mouse {
	s.t.Helper()
	rows := s.rows()
	y := rowOf(rows, text)
	if y < 0 {
		s.t.Fatalf("no %q on the screen", text)
	}
	for x := range rows[y] {
		if len(rows[y])-x >= len(text) && rows[y][x:x+len(text)] == text {
			return tea.Mouse{X: len([]rune(rows[y][:x])), Y: y}
		}
	}
	return tea.Mouse{}
}

func (s *pointed) click(text string) {
	s.t.Helper()
	s.Click(s.at(text))
	s.Drop(s.at(text))
	s.Lay()
}

func abc() []*tasks.Task {
	return append(ready(5), task("x", tasks.InProgress, "bob"), task("y", tasks.InProgress, "bob"), task("z", tasks.Completed, "bob"))
}

func TestAClickSelectsAndASecondOneOpens(t *testing.T) {
	s := point(t, 120, 40, abc()...)
	s.Post("a notice", view.Info)
	if s.click("y."); s.on(t) != "y" || s.detail.open || s.NoticeText() != "" {
		t.Errorf("on %s, open %v, %q", s.on(t), s.detail.open, s.NoticeText())
	}
	if s.click("y."); !s.detail.open {
		t.Error("the second click did not open the detail")
	}
	if s.click("y."); !s.detail.open {
		t.Error("the third click counted as another second one")
	}
	for name, between := range map[string]func(){
		"another card":      func() { s.click("b.") },
		"a moment too long": func() { s.later(host.DoubleClick) },
		"a move of the card": func() {
			s.receive(task("y", tasks.Completed, "bob"))
			s.receive(task("y", tasks.InProgress, "bob"))
			s.ForgetClicked()
		},
		"a drag to the column": func() { s.later(time.Minute); s.Click(s.at("y.")); s.Drag(s.at("Completed")); s.Drop(s.at("y.")) },
	} {
		t.Run(name, func(t *testing.T) {
			s.detail.open = false
			s.later(time.Minute)
			s.click("y.")
			between()
			if s.click("y."); s.detail.open && name != "a move of the card" {
				t.Error("it opened the detail")
			}
		})
	}
	t.Run("next to the board the detail stays", func(t *testing.T) {
		s.detail = docked{is: true}
		s.later(time.Minute)
		s.click("a.")
		if s.click("a."); s.detail.open || s.on(t) != "a" {
			t.Errorf("open %v, on %s", s.detail.open, s.on(t))
		}
	})
	t.Run("on nothing", func(t *testing.T) {
		s.Click(tea.Mouse{X: 3, Y: 35})
		if s.on(t) != "a" {
			t.Errorf("it selects %s", s.on(t))
		}
	})
}

// The first click may move its card, by showing its whole subject. The second one means the same card, unless an agent moved it on.
func TestASecondClickMeansTheCardOfTheFirst(t *testing.T) {
	for _, moved := range []bool{false, true} {
		s := point(t, 120, 40, abc()...)
		at := s.at("b.")
		s.Click(at)
		if s.receive(task("A", tasks.Pending, "")); moved {
			s.receive(task("b", tasks.InProgress, "bob"))
		}
		s.rows()
		s.Click(at)
		if want := map[bool]string{false: "b", true: "a"}[moved]; s.on(t) != want || s.detail.open == moved {
			t.Errorf("moved to another column %v: on %s, opened %v", moved, s.on(t), s.detail.open)
		}
	}
}

func TestAClickOnAHeadGoesToItsSection(t *testing.T) {
	s := point(t, 44, 40, abc()...)
	for head, want := range map[string]string{"Now 2": "x", "Ready 5": "a", "Done 1": "z"} {
		if s.click(head); s.on(t) != want {
			t.Errorf("a click on %q selects %s", head, s.on(t))
		}
	}
	if s.click("d."); s.on(t) != "d" {
		t.Errorf("a click on d selects %s", s.on(t))
	}
}

func TestACardIsDraggedToAColumn(t *testing.T) {
	for name, c := range map[string]struct {
		card, to string
		says     string
		act      keymap.Action
		refused  string
	}{
		"claim":                {"b.", "In progress", "Drop to claim it", keymap.Claim, ""},
		"complete a ready one": {"b.", "Completed", "Drop to complete it", keymap.Complete, ""},
		"complete":             {"x.", "Completed", "Drop to complete it", keymap.Complete, ""},
		"release":              {"x.", "Pending", "Drop to release it", keymap.Release, ""},
		"reopen":               {"z.", "Pending", "Drop to reopen it", keymap.Reopen, ""},
		"claim a done one":     {"z.", "In progress", "", keymap.Nothing, "Not claimed: it is completed. Reopen it first"},
		"to its own column":    {"b.", "Pending", "", keymap.Nothing, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := point(t, 120, 40, abc()...)
			s.press(keymap.Down, keymap.Down)
			s.Click(s.at(c.card))
			if s.Drag(s.at(c.to)); s.NoticeText() != c.says {
				t.Errorf("above the column it says %q", s.NoticeText())
			}
			if s.Drop(s.at(c.to)); s.acted != c.act || s.NoticeText() != c.refused {
				t.Errorf("it does %v and says %q", s.acted, s.NoticeText())
			}
			if on := s.on(t); on+"." != c.card {
				t.Errorf("it is on %s", on)
			}
			if s.acted = keymap.Nothing; s.Drop(s.at("In progress")) != nil || s.acted != keymap.Nothing {
				t.Error("the button comes up once more, and something happens")
			}
		})
	}
}

func TestADragThatMeansNothing(t *testing.T) {
	for name, do := range map[string]func(s *pointed){
		"a drag without a press": func(s *pointed) { s.Drag(s.at("Completed")); s.Drop(s.at("Completed")) },
		"a press without a drag": func(s *pointed) { s.Click(s.at("b.")); s.Drop(s.at("Completed")) },
		"from an empty place": func(s *pointed) {
			s.Click(tea.Mouse{X: 3, Y: 35})
			s.Drag(s.at("Completed"))
			s.Drop(s.at("Completed"))
		},
		"off the board": func(s *pointed) {
			s.Click(s.at("b."))
			s.Drag(s.at("Completed"))
			s.Drag(tea.Mouse{})
			s.Drop(tea.Mouse{})
		},
		"of a card that is deleted": func(s *pointed) {
			s.Click(s.at("b."))
			s.Drag(s.at("Completed"))
			s.lose(key("b"))
			s.Drop(s.at("Completed"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := point(t, 120, 40, abc()...)
			if do(s); s.acted != keymap.Nothing || s.from != (tasks.Key{}) || s.NoticeText() != "" {
				t.Errorf("it does %v, links to %v and says %q", s.acted, s.from, s.NoticeText())
			}
		})
	}
}

func TestACardDroppedOnAnotherOneStartsALink(t *testing.T) {
	s := point(t, 120, 40, abc()...)
	s.Click(s.at("a."))
	if s.Drag(s.at("c.")); s.NoticeText() != "Drop to link: #c would wait for #a" {
		t.Errorf("it says %q", s.NoticeText())
	}
	if s.Drop(s.at("c.")); s.from != key("c") || s.on(t) != "a" || s.NoticeText() != "" {
		t.Errorf("from %v to %s, and it says %q", s.from, s.on(t), s.NoticeText())
	}
	s.from = tasks.Key{}
	s.Click(s.at("a."))
	if s.Drag(s.at("a.")); s.NoticeText() != "" {
		t.Errorf("on itself it says %q", s.NoticeText())
	}
	if s.Drop(s.at("a.")); s.from != (tasks.Key{}) {
		t.Errorf("on itself it links to %v", s.from)
	}
}

type readOnly struct{ host.Directory }

func (readOnly) WhyNotNow() string { return "the board is read only" }

func TestNothingIsDroppedOnABoardThatIsReadOnly(t *testing.T) {
	for _, to := range []string{"In progress", "c."} {
		s := point(t, 120, 40, abc()...)
		s.p.Directory = readOnly{s.p.Directory}
		s.Click(s.at("a."))
		s.Drag(s.at(to))
		if s.Drop(s.at(to)); s.acted != keymap.Nothing || s.from != (tasks.Key{}) || s.NoticeText() != "Not written: the board is read only" {
			t.Errorf("on %s: %v, %v, %q", to, s.acted, s.from, s.NoticeText())
		}
	}
}

func TestTheWheelScrollsWhatIsUnderThePointer(t *testing.T) {
	many := func() (ts []*tasks.Task) {
		for _, st := range []tasks.Status{tasks.Pending, tasks.Completed} {
			for _, k := range ready(26) {
				k.Status, k.Name, k.ID.Text, k.Subject = st, st.String()+k.Name, st.String()+k.ID.Text, st.String()+k.Subject
				ts = append(ts, k)
			}
		}
		return ts
	}
	wheel := func(s *pointed, text string, b tea.MouseButton) {
		p := s.at(text)
		p.Button = b
		s.Wheel(p)
		s.Lay()
		s.rows()
	}
	for _, w := range []int{120, 44} {
		s := point(t, w, 20, many()...)
		s.press(keymap.First)
		wheel(s, "pendingb.", tea.MouseWheelDown)
		if rows := s.rows(); rowOf(rows, "pendinga.") >= 0 || rowOf(rows, "pendingc.") < 0 || w == 120 && rowOf(rows, "completeda.") < 0 || s.UnderCursor() != key("pendinga") {
			t.Errorf("%d columns, the wheel down: %q", w, rows)
		}
		if wheel(s, "pendingd.", tea.MouseWheelLeft); rowOf(s.rows(), "pendinga.") >= 0 || rowOf(s.rows(), "pendingc.") < 0 {
			t.Errorf("%d columns, the wheel to the left: %q", w, s.rows())
		}
		for range 3 {
			wheel(s, "pendingd.", tea.MouseWheelUp)
		}
		if s.on(t) != "pendinga" {
			t.Errorf("%d columns, the wheel up: on %s", w, s.on(t))
		}
		for range 60 {
			wheel(s, "pending", tea.MouseWheelDown)
			if w == 44 && rowOf(s.rows(), "completedb.") >= 0 {
				break
			}
		}
		if last := map[int]string{120: "pendingz.", 44: "completed"}[w]; rowOf(s.rows(), last) < 0 {
			t.Errorf("%d columns, the wheel to the end: %q", w, s.rows())
		}
	}
	s := point(t, 120, 20, many()...)
	s.press(keymap.First)
	wheel(s, "completedb.", tea.MouseWheelDown)
	if rows := s.rows(); rowOf(rows, "completeda.") >= 0 || rowOf(rows, "pendinga.") < 0 {
		t.Errorf("over the completed ones: %q", rows)
	}
	s.p.Layout.Detail = view.Rect{X: 80, Y: 0, W: 40, H: 20}
	s.Wheel(tea.Mouse{X: 90, Y: 5, Button: tea.MouseWheelDown})
	if s.Wheel(tea.Mouse{X: 90, Y: 5, Button: tea.MouseWheelUp}); s.detail.by != 0 {
		t.Errorf("down and up again, the detail is at %d", s.detail.by)
	}
	if s.Wheel(tea.Mouse{X: 90, Y: 5, Button: tea.MouseWheelDown}); s.detail.by != host.WheelStep {
		t.Errorf("the detail is scrolled by %d", s.detail.by)
	}
}
