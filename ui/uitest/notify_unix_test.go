//go:build unix

package uitest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/ui"
	"sideboard/ui/notify"
)

// notifies opens a board whose event command writes each payload to a file of its own, and then runs a script.
func notifies(t *testing.T, script string, o Options) (h *Driver, runs func() []notify.Payload, env func(run int) string) {
	t.Helper()
	dir := t.TempDir()
	o.Board = func(u *ui.Options) {
		u.OnEvent = []string{"/bin/sh", "-c", `n=$(ls "$1" | grep -c json$); cat > "$1/$n.part"; env | grep ^SIDEBOARD_EVENT > "$1/$n.env"; echo "$#" >> "$1/$n.env"; mv "$1/$n.part" "$1/$n.json"; ` + script, "sh", dir}
	}
	h = Open(t, o)
	runs = func() (all []notify.Payload) {
		for i := 0; ; i++ {
			raw, err := os.ReadFile(filepath.Join(dir, fmt.Sprint(i, ".json")))
			if err != nil {
				return all
			}
			var p notify.Payload
			if err := json.Unmarshal(raw, &p); err != nil {
				t.Fatalf("%q: %v", raw, err)
			}
			all = append(all, p)
		}
	}
	env = func(run int) string {
		raw, _ := os.ReadFile(filepath.Join(dir, fmt.Sprint(run, ".env")))
		return string(raw)
	}
	return h, runs, env
}

func count(runs []notify.Payload, event string) (n int) {
	for _, r := range runs {
		if r.Event == event {
			n += r.Count
		}
	}
	return n
}

func TestScenarioACommandIsNotifiedOfWhatAgentsDo(t *testing.T) {
	t.Parallel()
	h, runs, env := notifies(t, "", Options{})
	h.Write("task_1.json", s07by("1", "$(touch evil)\\u001b[2J", "in_progress", "bob", "[]")).Write("task_2.json", s07("2", "Emit", "pending", list("1")))
	h.Sees("Emit", "of 2 done")
	h.Replace("task_1.json", s07by("1", "$(touch evil)\\u001b[2J", "completed", "bob", "[]")).Replace("task_2.json", s07("2", "Emit", "pending", "[]"))
	h.Await("both events", func() bool { return count(runs(), "completed") == 1 && count(runs(), "ready") == 1 })
	for i, r := range runs() {
		of := r.Newest[0]
		switch r.Event {
		case "ready":
			if of.Task.ID != "2" || of.Task.Subject != "Emit" || of.Task.Status != "pending" || r.Dir != h.Dir || r.Total != 2 {
				t.Errorf("%+v", r)
			}
		case "completed":
			if of.Task.Subject != "$(touch evil)\x1b[2J" || of.Who != "bob" || of.File != "task_1.json" {
				t.Errorf("%+v", r)
			}
			if e := env(i); !strings.Contains(e, "SIDEBOARD_EVENT_SUBJECT=$(touch evil)␛[2J\n") || !strings.Contains(e, "SIDEBOARD_EVENT_ID=1\n") || !strings.HasSuffix(e, "\n1\n") {
				t.Errorf("its environment and the number of its arguments: %q", e)
			}
		}
	}
	h.Choose("Emit").Press("c").Says("task_2.json", "status", `"in_progress"`).Press("d").Says("task_2.json", "status", `"completed"`).Sees("100% of 2 done")
	h.Write("task_3.json", s07("3", "Ship", "pending", "[]")).Await("the new task to be reported", func() bool { return count(runs(), "ready") == 2 })
	if n := count(runs(), "completed") + count(runs(), "all-done"); n != 1 {
		t.Errorf("an own action was reported: %+v", runs())
	}
	h.Write("task_3.json", `{"id": 3, `).Await("the problem to be reported", func() bool { return count(runs(), "problem") == 1 })
}

func TestScenarioTheBellRingsWhenSomethingNeedsYouAndWhenAllIsDone(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Record: true, Board: func(o *ui.Options) { o.Bell = true }})
	rings := func() (n int) {
		for _, s := range sequences(h.Sent()) {
			if s.kind == 'c' && s.text == "\a" {
				n++
			}
		}
		return n
	}
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Write("task_2.json", s07("2", "Emit", "pending", "[]")).Sees("Parse", "Emit")
	h.Replace("task_1.json", s07by("1", "Parse", "completed", "bob", "[]")).Sees("50% of 2 done")
	h.Write("task_3.json", `{"id": 3, `).Sees("1 needs you").Await("the bell", func() bool { return rings() == 1 })
	h.Remove("task_3.json").SeesNot("needs you").Replace("task_2.json", s07by("2", "Emit", "completed", "bob", "[]")).Await("the bell", func() bool { return rings() == 2 })
}
