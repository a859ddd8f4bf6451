package view

import (
	"fmt"
	"strings"
	"testing"

	"sideboard/ui/safetext"
)

func TestEveryListSaysHowMuchOfItIsOutOfSight(t *testing.T) {
	const items = 40
	var choices []Choice
	var problems []Problem
	var members []Member
	for i := range items {
		name := safetext.Line(fmt.Sprintf("item-%02d", i))
		choices = append(choices, Choice{Label: name})
		problems = append(problems, Problem{File: name, Why: txt("why")})
		members = append(members, Member{Name: name, State: txt("active"), Task: txt("task")})
	}
	lists := map[string]func(selected int) Overlay{
		"picker":   func(selected int) Overlay { return &Picker{Items: choices, Selected: selected} },
		"problems": func(selected int) Overlay { return &Problems{Items: problems, Selected: selected} },
		"team":     func(selected int) Overlay { return &Team{Members: members, Selected: selected} },
		"completions": func(selected int) Overlay {
			return &Form{Fields: []Field{{Label: txt("Owner"), Focused: true, Choices: choices, Choice: selected}}}
		},
	}
	for name, list := range lists {
		for _, selected := range []int{0, items / 2, items - 1} {
			s := Screen{Overlay: list(selected)}
			content := renderCells(NewPainter().Draw(Arrange(80, 24, LayoutOptions{}), &s, plainSheet()).Content)
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
