package uitest

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// Everyday actions cost few keys. Each key counts, and each letter typed to find something; the words of a new task and pasted
// text do not.
func TestEverydayTasksCostNoMoreKeysThanThis(t *testing.T) {
	t.Parallel()
	for _, of := range []struct {
		what string
		most int
		on   string // the selected task
		keys string // =word is typed to find something, +words are those of new tasks
		then func(h *Driver)
	}{
		{"claim, and undo", 2, "Parser", "c u", func(h *Driver) { h.Sees("Undone").Says(planParser+".json", "status", `"pending"`) }},
		{"delete", 2, "Logo", "D y", func(h *Driver) { h.Gone(planLogo + ".json") }},
		{"release what somebody is stuck with", 2, "Stuck", "r y", func(h *Driver) { h.Says("task_1778000010_0010.json", "owner", "null") }},
		{"link", 3, "Logo", "L =d enter", func(h *Driver) { h.Says(planLogo+".json", "blockedBy", `["`+planDocs+`"]`) }},
		{"link anew", 4, "Docs", "X r =6 enter", func(h *Driver) { h.Says(planDocs+".json", "blockedBy", `["`+planLogo+`"]`) }},
		{"insert a new task between two", 3, "Docs", "X i +Outline enter", func(h *Driver) { h.SeesRow("Outline").SeesRow("#0004", "after "+h.shortID("Outline")) }},
		{"split one into three", 2, "Docs", "| +One;Two;Three ctrl+s", func(h *Driver) { h.Sees("into 3 tasks") }},
		{"hand three to another", 6, "Parser", "shift+down shift+down m down enter enter", func(h *Driver) { h.Sees("3 tasks given to bob") }},
		{"hand on all that somebody has", 13, "Parser", "/ =@bob enter * m =eve enter enter", func(h *Driver) { h.Says("task_1778000010_0010.json", "owner", `"eve"`) }},
		{"ten tasks of a plan", 3, "Docs", "n +1;2;3;4;5;6;7;8;9;10 ctrl+s enter", func(h *Driver) { h.Sees("10 tasks created") }},
		{"undo two", 4, "Logo", "c d u u", func(h *Driver) { h.Says(planLogo+".json", "status", `"pending"`) }},
		{"an instruction for an agent, copied", 1, "Logo", "Y", func(h *Driver) { h.Sees("an instruction for #0006") }},
	} {
		t.Run(of.what, func(t *testing.T) {
			t.Parallel()
			h := openPlan(t, Options{})
			h.Write("task_1778000010_0010.json", s12("task_1778000010_0010", "Stuck", "in_progress", `"bob"`, "[]"))
			for i := 11; i < 15; i++ {
				id := fmt.Sprintf("task_17780000%d_00%d", i, i)
				h.Write(id+".json", s12(id, fmt.Sprint("Chore ", i), "pending", "null", "[]"))
			}
			h.SeesRow("of 11 done").Choose(of.on)
			n := 0
			for _, k := range strings.Fields(of.keys) {
				switch word := strings.ReplaceAll(k[1:], "_", " "); {
				case k[0] == '=':
					n += utf8.RuneCountInString(word)
					h.Type(word)
				case k[0] == '+':
					h.Paste(strings.ReplaceAll(word, ";", "\n"))
				default:
					n++
					h.Press(k)
				}
			}
			if of.then(h); n > of.most {
				t.Errorf("it costs %d keys, not %d", n, of.most)
			}
		})
	}
}

// shortID waits for the file of a task, and returns the end of its name, which cards show.
func (h *Driver) shortID(subject string) (id string) {
	h.T.Helper()
	h.Await("a file of "+subject, func() bool {
		for _, name := range h.Names() {
			if bytes.Contains(h.Bytes(name), []byte(strconv.Quote(subject))) {
				id = strings.TrimSuffix(name[strings.LastIndexByte(name, '_')+1:], ".json")
			}
		}
		return id != ""
	})
	return "#" + id
}
