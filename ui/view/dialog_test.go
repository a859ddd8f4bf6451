package view

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

func plainSheet() *style.Sheet { return style.New(true, colorprofile.Ascii) }

func TestTheHelpScrollsThroughEveryKeyAndSaysHowMuchIsOutOfSight(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {40, 20}, {80, 16}, {120, 40}, {200, 60}} {
		help, all := sampleHelp(), ""
		limit := HelpScroll(size[0], size[1], help)
		for help.Scroll = range limit + 1 {
			s := Screen{Board: sampleBoard(), Overlay: help}
			frame := ansi.Strip(NewPainter().Draw(Arrange(size[0], size[1], LayoutOptions{}), &s, plainSheet()).Content)
			if regexp.MustCompile(`\d (more )?below`).MatchString(frame) != (help.Scroll < limit) {
				t.Errorf("%v: scrolled by %d of %d it does not say what follows:\n%s", size, help.Scroll, limit, frame)
			}
			all += frame
		}
		for _, g := range help.Groups {
			for _, k := range g.Keys { // of a longer text the first word: what follows may be on the next row
				key := " " + regexp.QuoteMeta(k.Name.String()) + " {2,}" + regexp.QuoteMeta(strings.Fields(k.Does.String())[0])
				if !regexp.MustCompile(key).MatchString(all) {
					t.Errorf("%v: %q is not there:\n%s", size, key, all)
				}
			}
		}
	}
}

func TestTheLastKeyOfTheFooterIsAlwaysThere(t *testing.T) {
	for w := MinWidth; w < 130; w++ {
		s, o := samples()["board"]()
		rows := strings.Split(ansi.Strip(NewPainter().Draw(Arrange(w, 12, o), &s, plainSheet()).Content), "\n")
		if !strings.Contains(rows[11], "? help") {
			t.Fatalf("%d cells: %q", w, rows[11])
		}
	}
}

func TestEveryListSaysHowMuchOfItIsOutOfSight(t *testing.T) {
	const items = 40
	var choices []Choice
	var problems []Problem
	for i := range items {
		name := safetext.Line(fmt.Sprintf("item-%02d", i))
		choices = append(choices, Choice{Label: name})
		problems = append(problems, Problem{Name: name, Why: Line{span(style.Plain, "why")}, State: Broken})
	}
	lists := map[string]func(selected int) Overlay{
		"picker":   func(selected int) Overlay { return &Picker{Items: choices, Selected: selected} },
		"problems": func(selected int) Overlay { return &Problems{Items: problems, Selected: selected} },
		"completions": func(selected int) Overlay {
			return &Form{Fields: []Field{{Label: txt("Owner"), Focused: true, Choices: choices, Choice: selected}}}
		},
	}
	for name, list := range lists {
		for _, selected := range []int{0, items / 2, items - 1} {
			s := Screen{Overlay: list(selected)}
			content := renderCells(NewPainter().Draw(Arrange(80, 24, LayoutOptions{}), &s, plainSheet()).Content, false)
			if chosen := fmt.Sprintf("item-%02d", selected); !strings.Contains(content, chosen) {
				t.Errorf("%s: %s is selected and not seen:\n%s", name, chosen, content)
			}
			above, below := strings.Contains(content, "more above"), strings.Contains(content, " below")
			if above != (selected > 0) || below != (selected < items-1) {
				t.Errorf("%s with %d selected: above %v, below %v:\n%s", name, selected, above, below, content)
			}
		}
	}
}

func TestTheHeaderSaysWhatNeedsAPersonAndTheNameOfTheList(t *testing.T) {
	for w := 40; w <= 130; w++ {
		b := sampleBoard()
		b.Header.Needs, b.Header.Note = txt("1 needs you"), txt("filter schema")
		b.Stack = stackOf(&b)
		head, _, _ := strings.Cut(ansi.Strip(NewPainter().Draw(Arrange(w, 40, LayoutOptions{}), &Screen{Board: b}, style.New(true, colorprofile.TrueColor)).Content), "\n")
		said := []string{"my-service", "1 needs you"}
		if w >= 99 {
			said = append(said, "filter schema", "1 Board", "2 Dependencies", "3 Now")
		}
		for _, words := range said {
			if !strings.Contains(head, words) {
				t.Errorf("at %d cells %q is not in %q", w, words, head)
			}
		}
	}
}

// Whatever colours there are, a dialog takes no word from what it does not cover.
func TestADialogLeavesTheWordsBeside(t *testing.T) {
	for _, profile := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI, colorprofile.Ascii} {
		sheet, l := style.New(true, profile), Arrange(120, 40, LayoutOptions{})
		draw := func(o Overlay) []string {
			b := sampleBoard()
			b.Keys = nil
			return strings.Split(ansi.Strip(NewPainter().Draw(l, &Screen{Board: b, Overlay: o}, sheet).Content), "\n")
		}
		bare, under := draw(nil), draw(&Confirm{Question: txt("Complete?")})
		for y := range 10 {
			if strings.TrimRight(bare[y], " ") != strings.TrimRight(under[y], " ") {
				t.Errorf("profile %v, row %d: %q, not %q", profile, y, under[y], bare[y])
			}
		}
	}
}

// A notice that does not fit into a row is whole in several, at every size, and the keys stay where they have a row of their own.
func TestALongNoticeIsWhole(t *testing.T) {
	words := "Not linked: #0010 Edge router would then wait for itself, by #0012 Link mode and #0013 Cycle guard; unlink one of them first"
	for _, size := range [][2]int{{140, 40}, {100, 40}, {80, 24}, {100, 15}, {44, 50}} {
		b := sampleBoard()
		b.News = News{Line: Line{span(style.Plain, words)}, Level: Warning}
		l := Arrange(size[0], size[1], LayoutOptions{})
		var said []string
		rows := rowsOf(l, &Screen{Board: b}, style.New(true, colorprofile.TrueColor))
		for y := max(l.H-1-mostNotice, 0); y < l.H; y++ {
			row := strings.TrimLeft(strings.TrimSpace(rows[y]), "! ")
			if len(said) > 0 || strings.HasPrefix(row, "Not linked") {
				said = append(said, row)
			}
		}
		if got := strings.Join(said, " "); !strings.Contains(got, words) || (l.News != l.Footer) != strings.Contains(got, "help") {
			t.Errorf("%v says %q", size, got)
		}
	}
}

// A reason that its line cuts is read whole below the list.
func TestTheReasonOfAProblemIsReadWhole(t *testing.T) {
	why := "They wait for each other: task_1778000020_02e9 > task_1778000021_030e > task_1778000020_02e9"
	s := Screen{Board: sampleBoard(), Overlay: &Problems{Selected: 0, Keys: []Key{key("esc", "close")},
		Items: []Problem{{Name: txt("task_1778000020_02e9.json"), Why: Line{span(style.Plain, why)}, State: Broken}}}}
	got := ansi.Strip(NewPainter().Draw(Arrange(80, 24, LayoutOptions{}), &s, plainSheet()).Content)
	var words []string
	for row := range strings.SplitSeq(got, "\n") {
		if _, inside, found := strings.Cut(row, "│   "); found {
			inside, _, _ = strings.Cut(inside, "│")
			words = append(words, strings.Fields(inside)...)
		}
	}
	if !strings.Contains(strings.Join(words, " "), why) {
		t.Errorf("the reason is not whole:\n%s", got)
	}
}

func TestThePanelBehindADialogHasNoFence(t *testing.T) {
	s, o := samples()["detail"]()
	s.Overlay = &Message{Title: safetext.Const("Wait")}
	l := Arrange(120, 40, o)
	for y, row := range strings.Split(ansi.Strip(NewPainter().Draw(l, &s, style.New(true, colorprofile.TrueColor)).Content), "\n") {
		if strings.HasSuffix(row, style.GlyphSet(false).RuleSelected) {
			t.Errorf("row %d ends in the edge of the panel: %q", y, row)
		}
	}
}

func TestADetailCountsTheLinesThatAreBelow(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 24}} {
		l := Arrange(size[0], size[1], LayoutOptions{Detail: true})
		d := sampleDetail()
		for d.Scroll = 0; d.Scroll < DetailRows(l, d)-l.DetailPage(); d.Scroll++ {
			frame := ansi.Strip(NewPainter().Draw(l, &Screen{Board: sampleBoard(), Detail: d}, plainSheet()).Content)
			rows := strings.Split(frame, "\n")
			y := slices.IndexFunc(rows, func(row string) bool { return strings.HasSuffix(strings.TrimRight(row, " │"), " below") })
			if below := DetailRows(l, d) - d.Scroll - (y - l.Detail.Y); y < 0 || !strings.Contains(rows[y], fmt.Sprint(below)) {
				t.Errorf("%v, scrolled by %d, does not say that %d lines are below:\n%s", size, d.Scroll, below, frame)
			}
		}
	}
}

func TestAnEventThatHasNoRoomIsSaidInBriefInItsRowAndWholeBelow(t *testing.T) {
	s := Screen{Board: sampleBoard()}
	s.Overlay = &Picker{Title: txt("The past"), Items: []Choice{{
		Line:  Line{span(style.Plain, "agent-1: Wire the file watcher was completed")},
		Brief: Line{span(style.Plain, "agent-1 "), span(style.Plain, "✓ "), span(style.Plain, "Wire the file watcher")}, Right: txt("14:02")}}}
	for w, want := range map[int][]string{44: {"agent-1 ✓ Wire", "agent-1: Wire the file watcher was"}, 80: {"agent-1: Wire the file watcher was completed"}} {
		frame := strings.Join(rowsOf(Arrange(w, 40, LayoutOptions{}), &s, plainSheet()), "\n")
		for _, words := range want {
			if !strings.Contains(frame, words) {
				t.Errorf("at %d cells no %q in\n%s", w, words, frame)
			}
		}
	}
}
