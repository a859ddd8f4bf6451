package dialect

import (
	"strings"
	"testing"

	"sideboard/tasks"
)

func TestANameIsThatOfAnIDWhereverItIsTheOneMadeOfIt(t *testing.T) {
	texts := []string{"", "1", "01", "12", "task_1", "task_", "IMPL-001", "a b", "a/b", "é", ".json", "1.json", "task_1.json"}
	for _, sp := range specs {
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
}

func TestANameHasADashForEveryCharacterThatAnIDMayNotPutInIt(t *testing.T) {
	if got := NameOf(&v6.traits, tasks.ID{Text: "azAZ09_-`{@[/:"}); got != "azAZ09_-------.json" {
		t.Error(got)
	}
}

func TestToCompareANameWithAnIDAllocatesNothing(t *testing.T) {
	made := func() {
		IsNameOf(S12, "task_1778000000_0001_of_a_long_name.json", tasks.ID{Text: "task_1778000000_0001_of_a_long_name"})
	}
	if n := testing.AllocsPerRun(10, made); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestANameHasEveryFormThatItMatches(t *testing.T) {
	words := []string{"task", "int", "hex", "unix", "bare"}
	for name, forms := range map[string]string{
		"1.json": "bare", "x.json": "", "-1.json": "", "1x.json": "", ".json": "", "IMPL-1.json": "", "task-1.json": "",
		"task_.json": "task", "task_a.json": "task", "task_-1.json": "task", "task_12.json": "task int",
		"task_00c0ffe1.json": "task hex", "task_00c0ffg1.json": "task", "task_00c0ffe.json": "task", "task_00C0FFE1.json": "task", "task_12345678.json": "task int hex",
		"task_1795219400_0001.json": "task unix", "task_1795219400-0001.json": "task", "task_179521940x_0001.json": "task", "task_1795219400_000x.json": "task", "task_1795219400_001.json": "task",
	} {
		var got []string
		for i, word := range words {
			if kindOf(name)&(1<<i) != 0 {
				got = append(got, word)
			}
		}
		if strings.Join(got, " ") != forms {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestWhichNamesADesignsAgentsReadAndWrite(t *testing.T) {
	for _, c := range []struct {
		is             *spec
		name           string
		matches, named bool
	}{
		{s07, "task_1.json", true, true},
		{s07, "task_a.json", true, false},
		{s07, "1.json", false, false},
		{s07, "task_1.txt", false, false},
		{s12, "task_a.json", true, true},
		{s12, "a.json", false, false},
		{s12Blocks, "task_1.json", true, true},
		{s12Blocks, "task_a.json", true, false},
		{s10, "task_00c0ffe1.json", true, true},
		{s10, "task_1.json", true, false},
		{v6, "1.json", true, true},
		{v6, "task_1.json", true, false},
		{claudeCode, ".x.json", true, false},
		{ccw5, "IMPL-1.2.json", true, true},
		{ccw5, "IMPL-A1.json", true, true},
		{ccw5, "IMPL.json", true, false},
		{ccw5, "1.json", true, false},
		{ccwFree, "task_1.json", true, true},
		{unknown, "x.json", true, false},
	} {
		if got := Matches(&c.is.traits, c.name); got != c.matches {
			t.Errorf("the agents of %s read %s: %v", c.is.traits.Dialect, c.name, got)
		}
		if got := Named(&c.is.traits, c.name); got != c.named {
			t.Errorf("the agents of %s write %s: %v", c.is.traits.Dialect, c.name, got)
		}
	}
}

func TestANameMayHaveWordsAfterTheIDThatItShows(t *testing.T) {
	for _, c := range []struct {
		is       *spec
		name, id string
		shows    bool
	}{
		{ccw5, "IMPL-2.json", "IMPL-2", true},
		{ccw5, "IMPL-2-fix.json", "IMPL-2", true},
		{ccw5, "IMPL-2-.json", "IMPL-2", false},
		{ccw5, "IMPL-2-3.json", "IMPL-2", false},
		{ccw5, "IMPL-3-fix.json", "IMPL-2", false},
		{s12, "task_1-fix.json", "task_1", false},
	} {
		if got := NamedFor(&c.is.traits, c.name, tasks.ID{Text: c.id}); got != c.shows {
			t.Errorf("%s shows the agents of %s the id %s: %v", c.name, c.is.traits.Dialect, c.id, got)
		}
	}
}
