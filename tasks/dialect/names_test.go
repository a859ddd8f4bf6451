package dialect

import (
	"testing"

	"sideboard/tasks"
)

func TestANameIsThatOfAnIDWhereverItIsTheOneMadeOfIt(t *testing.T) {
	texts := []string{"", "1", "01", "12", "task_1", "task_", "IMPL-001", "a b", "a/b", "é", ".json", "1.json", "task_1.json"}
	for _, sp := range specs() {
		var names []string
		for _, text := range texts {
			names = append(names, text, NameOf(&sp.traits, tasks.ID{Text: text}))
		}
		for _, text := range texts {
			id := tasks.ID{Text: text}
			for _, name := range names {
				if got := IsNameOf(&sp.traits, name, id); got != (name == NameOf(&sp.traits, id)) {
					t.Errorf("%s: %q of %q: %v", sp.traits.Dialect, name, text, got)
				}
			}
		}
	}
	made := func() {
		IsNameOf(S12, "task_1778000000_0001_of_a_long_name.json", tasks.ID{Text: "task_1778000000_0001_of_a_long_name"})
	}
	if n := testing.AllocsPerRun(10, made); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
