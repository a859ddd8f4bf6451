package cards

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// types types into the line of the filter.
func (s *shown) types(text string) {
	for _, r := range text {
		s.Mode().(host.TextMode).Type(field.Insert, string(r))
	}
	s.Lay()
}

// prompt returns the line of the filter.
func (s *shown) prompt() view.Prompt {
	if p := s.View().Prompt; p != nil {
		return *p
	}
	return view.Prompt{}
}

func TestAFilterAppliesAtEveryLetter(t *testing.T) {
	s := show(120, 40, task("logo", tasks.Pending, ""), task("lock", tasks.Pending, ""), task("x", tasks.InProgress, "bob"))
	if s.press(keymap.Filter); !s.Filtering() || s.prompt().Tally.String() != "3 tasks" {
		t.Fatalf("%+v", s.prompt())
	}
	for _, c := range []struct {
		typed, tally string
		shown        string
	}{{"l", "2 found", "lock logo"}, {"og", "1 found", "logo"}, {"x", "0 found", ""}} {
		s.types(c.typed)
		var ids []string
		for _, id := range []string{"lock", "logo", "x"} {
			if _, _, ok := s.Board.Rank(key(id)); ok {
				ids = append(ids, id)
			}
		}
		if got := strings.Join(ids, " "); s.prompt().Tally.String() != c.tally || got != c.shown {
			t.Errorf("after %q: %s of %s", c.typed, s.prompt().Tally, got)
		}
	}
	s.press(keymap.DeleteBefore)
	if s.press(keymap.Submit); s.Filtering() || s.FilterText() != "log" || s.on(t) != "logo" || s.Card(key("logo")).Find != "log" {
		t.Errorf("filter %q, on %s, underlined %q", s.FilterText(), s.on(t), s.Card(key("logo")).Find)
	}
	s.press(keymap.Filter)
	if line := s.prompt().Text.String(); !strings.Contains(line, "log") {
		t.Errorf("it opens with %q", line)
	}
	if s.press(keymap.Back); s.Filtering() || s.FilterText() != "" || s.Board.Len(0) != 2 {
		t.Errorf("given up: %q", s.FilterText())
	}
}

func TestAFilterThatIsWrong(t *testing.T) {
	s := show(120, 40, abc()...)
	s.press(keymap.Filter)
	s.types("x is:nonsense")
	if p := s.prompt(); !strings.HasPrefix(p.Error.String(), `"nonsense" is not known`) || p.WrongFrom != 5 || p.WrongTo != 13 {
		t.Errorf("%q from %d to %d", p.Error, p.WrongFrom, p.WrongTo)
	}
	if s.press(keymap.Submit); s.Filtering() || !strings.HasPrefix(s.NoticeText(), `"nonsense" is not known`) {
		t.Errorf("%q", s.NoticeText())
	}
	if why := s.SetFilter("changed<soon"); !strings.Contains(why, "is no age") || s.SetFilter("is:ready") != "" {
		t.Errorf("%q", why)
	}
}

func TestTabFillsCompletionsIn(t *testing.T) {
	for name, c := range map[string]struct {
		typed string
		keys  []keymap.Action
		then  string
		want  string
	}{
		"the first":                       {"is:d", []keymap.Action{keymap.NextOffer}, "", "is:done"},
		"the second":                      {"is:", []keymap.Action{keymap.NextOffer, keymap.NextOffer}, "", "is:blocked"},
		"the first again":                 {"is:", []keymap.Action{keymap.NextOffer, keymap.NextOffer, keymap.PreviousOffer}, "", "is:ready"},
		"the last":                        {"owner:", []keymap.Action{keymap.PreviousOffer}, "", "owner:bob"},
		"the only key and then its value": {"-o", []keymap.Action{keymap.NextOffer}, "b", "-owner:b"},
		"the value after its only key":    {"-ow", []keymap.Action{keymap.NextOffer, keymap.PreviousOffer}, "", "-owner:bob"},
		"none":                            {"nowhere", []keymap.Action{keymap.NextOffer}, "", "nowhere"},
		"letters end it":                  {"is:", []keymap.Action{keymap.NextOffer}, "x", "is:readyx"},
	} {
		t.Run(name, func(t *testing.T) {
			s := show(120, 40, abc()...)
			s.press(keymap.Filter)
			s.types(c.typed)
			s.press(c.keys...)
			if s.types(c.then); s.FilterText() != c.want {
				t.Errorf("%q", s.FilterText())
			}
		})
	}
}

func TestCompletionsAreOfferedWhileTyping(t *testing.T) {
	s := show(120, 40, abc()...)
	offers := func() string {
		var all []string
		for _, o := range s.prompt().Offers {
			all = append(all, o.String())
		}
		return s.prompt().Ghost.String() + "|" + strings.Join(all, " ")
	}
	s.press(keymap.Filter)
	if s.types("is:r"); offers() != "eady|running" {
		t.Errorf("while r is typed: %q", offers())
	}
	if s.press(keymap.NextOffer); offers() != "|running" {
		t.Errorf("after tab: %q", offers())
	}
	if s.press(keymap.NextOffer); offers() != "|ready" || s.FilterText() != "is:running" {
		t.Errorf("after another tab: %q, %q", offers(), s.FilterText())
	}
	if s.press(keymap.DeleteBefore); offers() != "g|" {
		t.Errorf("after backspace: %q", offers())
	}
	s.press(keymap.Back, keymap.Filter)
	if s.types("is:R"); offers() != "|ready running" {
		t.Errorf("while R is typed: %q", offers())
	}
	s.press(keymap.Back, keymap.Filter)
	s.types("is:r")
	if s.press(keymap.CursorLeft); s.prompt().Ghost.String() != "" {
		t.Errorf("within the word %q would be filled in", s.prompt().Ghost)
	}
	for i := range 15 {
		s.receive(task(fmt.Sprint("o", i), tasks.InProgress, fmt.Sprint("owner-", i)))
	}
	s.press(keymap.Back, keymap.Filter)
	if s.types("@"); len(s.prompt().Offers) != maxOffers {
		t.Errorf("%d completions are shown", len(s.prompt().Offers))
	}
}

func TestArrowsRecallFilters(t *testing.T) {
	s := show(120, 40, abc()...)
	for _, text := range []string{"first", " second ", "first", "", "third"} {
		s.press(keymap.Filter)
		s.types(text)
		s.press(keymap.Submit)
		s.press(keymap.Filter, keymap.Back)
	}
	s.press(keymap.Filter)
	var got []string
	for _, a := range []keymap.Action{keymap.Down, keymap.Up, keymap.Up, keymap.Up, keymap.Up, keymap.Down, keymap.Down, keymap.Down} {
		s.press(a)
		got = append(got, s.FilterText())
	}
	if want := []string{"", "third", "first", "second", "second", "first", "third", ""}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for i := range maxRecent + 5 {
		s.recent.add(fmt.Sprint("filter ", i))
	}
	if len(s.recent) != maxRecent || s.recent[maxRecent-1] != fmt.Sprint("filter ", maxRecent+4) {
		t.Errorf("%d are kept: %q", len(s.recent), s.recent)
	}
}

// Time alone changes what an age matches.
func TestAFilterFollowsTheTime(t *testing.T) {
	s := show(120, 40, abc()...)
	s.SetFilter("changed<10m")
	if s.Board.Len(0) != 5 {
		t.Fatalf("%d were changed in the last ten minutes", s.Board.Len(0))
	}
	s.p.Now = s.p.Now.Add(6 * time.Minute)
	if s.Refilter(); s.Board.Len(0) != 0 || s.FilterText() != "changed<10m" {
		t.Errorf("%d are shown behind %q", s.Board.Len(0), s.FilterText())
	}
}

// Dependencies dims what does not match, and selects a match all the same.
func TestAFilterMovesTheCursorOfDependencies(t *testing.T) {
	s := show(120, 40, abc()...)
	s.Select(key("c"))
	s.p.ShownView = func() view.ViewKind { return view.GraphView }
	if s.SetFilter(""); s.UnderCursor() != key("c") {
		t.Errorf("without a filter it is on %v", s.UnderCursor())
	}
	s.SetFilter("is:running")
	if s.UnderCursor() != key("x") {
		t.Errorf("it is on %v", s.UnderCursor())
	}
	s.SetFilter("")
	s.PutCursor(key("z"))
	s.HandleDiff(s.p.Board.Apply(tasks.Delta{Put: []*tasks.Task{task("a", tasks.InProgress, "bob")}, At: s.p.Now}))
	if s.boardChanged(); s.UnderCursor() != key("z") {
		t.Errorf("after a change it is on %v", s.UnderCursor())
	}
}
