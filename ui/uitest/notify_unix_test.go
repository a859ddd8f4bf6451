//go:build unix

package uitest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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
	h.Sees("Emit", "2 tasks")
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
	h.Choose("Emit").Press("c").Says("task_2.json", "status", `"in_progress"`).Press("d").Says("task_2.json", "status", `"completed"`).Sees("100% done")
	h.Write("task_3.json", s07("3", "Ship", "pending", "[]")).Await("the new task to be reported", func() bool { return count(runs(), "ready") == 2 })
	if n := count(runs(), "completed") + count(runs(), "all-done"); n != 1 {
		t.Errorf("an own action was reported: %+v", runs())
	}
	h.Write("task_3.json", `{"id": 3, `).Await("the problem to be reported", func() bool { return count(runs(), "problem") == 1 })
}

func TestScenarioABurstIsOneNotificationWithACount(t *testing.T) {
	t.Parallel()
	h, runs, _ := notifies(t, "", Options{})
	for i := range 60 {
		h.Write(fmt.Sprintf("task_%d.json", i+1), s07(fmt.Sprint(i+1), "Step", "pending", "[]"))
	}
	h.Sees("60 tasks")
	for i := range 60 {
		h.Replace(fmt.Sprintf("task_%d.json", i+1), s07by(fmt.Sprint(i+1), "Step", "completed", "bob", "[]"))
	}
	h.Await("all to be reported", func() bool { return count(runs(), "completed") == 60 && count(runs(), "all-done") == 1 })
	if n := len(runs()); n > 20 {
		t.Errorf("%d runs", n)
	}
	for _, r := range runs() {
		if len(r.Newest) > 20 || len(r.Newest) < min(r.Count, 20) {
			t.Errorf("%d of %d are named", len(r.Newest), r.Count)
		}
	}
}

func TestScenarioACommandThatHangsIsStoppedAndTheNextOneRuns(t *testing.T) {
	t.Parallel()
	h, runs, _ := notifies(t, `[ $n -gt 0 ] || exec sleep 1000`, Options{})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("Parse")
	h.Replace("task_1.json", s07by("1", "Parse", "completed", "bob", "[]")).Await("it to hang", func() bool { return len(runs()) == 1 })
	h.Sees("The command for events failed: /bin/sh: it was ended after 10s")
	h.Await("the events that waited", func() bool { return count(runs(), "completed") == 1 && count(runs(), "all-done") == 1 })
}

func TestScenarioAFailureOfTheCommandIsShownOnce(t *testing.T) {
	t.Parallel()
	h, runs, _ := notifies(t, `yes | head -c 1000000; printf 'no \033[2Jbus\n' >&2; exit 3`, Options{Record: true})
	h.Sees("No tasks yet").Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("Parse") // the state at startup is no event
	h.Write("task_2.json", s07("2", "Emit", "pending", "[]")).Sees("failed: /bin/sh: exit status 3: y")
	h.Press("j").SeesNot("/bin/sh")
	h.Write("task_3.json", s07("3", "Ship", "pending", "[]")).Await("it to be reported", func() bool { return count(runs(), "ready") == 3 })
	h.Write("task_4.json", s07("4", "Rest", "pending", "[]")).Await("it to be reported", func() bool { return count(runs(), "ready") == 4 })
	if shows(h.Screen(), "/bin/sh") {
		t.Error("the failure is shown again")
	}
	h.Press("q").Ended()
	if err := Trespass(h.Sent()); err != nil {
		t.Error(err)
	}
}

func TestScenarioAMissingCommandIsNamed(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Board: func(o *ui.Options) { o.OnEvent = []string{"no-such-command-anywhere"} }})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("Parse").Write("task_2.json", s07("2", "Emit", "pending", "[]"))
	h.Sees("The command for events failed: no-such-command-anywhere", "not found in $PATH")
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
	h.Replace("task_1.json", s07by("1", "Parse", "completed", "bob", "[]")).Sees("50% done")
	h.Write("task_3.json", `{"id": 3, `).Sees("1 needs you").Await("the bell", func() bool { return rings() == 1 })
	h.Remove("task_3.json").SeesNot("needs you").Replace("task_2.json", s07by("2", "Emit", "completed", "bob", "[]")).Await("the bell", func() bool { return rings() == 2 })
	h.Press("q").Ended()
	var quiet []byte
	all := sequences(h.Sent())
	for i := 0; i < len(h.Sent()); {
		n, s := piece(h.Sent()[i:])
		if s.kind != 'c' || s.text != "\a" {
			quiet = append(quiet, h.Sent()[i:i+n]...)
		}
		i += n
	}
	if err := Trespass(quiet); err != nil || len(all) == 0 {
		t.Error(err)
	}
}

func TestScenarioTheTerminalShowsTheStatusOfTheWork(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Record: true})
	reports := func() (all []string) {
		for _, s := range sequences(h.Sent()) {
			if is, ok := strings.CutPrefix(s.text, "7501;state="); ok && s.kind == ']' {
				at := strings.LastIndex(is, "msg=") + len("msg=")
				words, err := base64.StdEncoding.DecodeString(is[at:])
				if err != nil {
					t.Errorf("%q: %v", is, err)
				}
				all = append(all, is[:at]+string(words))
			}
		}
		return all
	}
	shows := func(parts ...string) {
		t.Helper()
		h.Await("the terminal to show "+strings.Join(parts, ", "), func() bool {
			all := reports()
			return len(all) > 0 && !slices.ContainsFunc(parts, func(p string) bool { return !strings.Contains(all[len(all)-1], p) })
		})
	}
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Write("task_2.json", s07("2", "Emit \\u001b\\\\ :state=done", "pending", "[]"))
	shows("idle:id=sideboard:", "app=sideboard", "2 ready")
	h.Replace("task_1.json", s07by("1", "Parse", "completed", "bob", "[]")).Replace("task_2.json", s07by("2", "Emit \\u001b\\\\ :state=done", "in_progress", "bob", "[]"))
	shows("working:", "progress=50:", "1 in progress, 1 of 2 done")
	h.Later(time.Hour)
	shows("blocked:", "progress=50:", "#2 Emit", ":state=done: stalled")
	n := len(reports())
	h.Press("j", "k", "2", "1").Replace("task_2.json", s07by("2", "Emit", "completed", "bob", "[]"))
	shows("done:", "2 tasks completed")
	if all := reports(); len(all) > n+2 {
		t.Errorf("it was sent %q", all[n:])
	}
	h.Press("q").Ended()
	if err := Trespass(h.Sent()); err != nil {
		t.Error(err)
	}
}

func TestScenarioTheStatusOfTheTerminalCanBeTurnedOff(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Record: true, Board: func(o *ui.Options) { o.Config.NoStatus, o.Bell = true, true }})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("Parse").Replace("task_1.json", s07by("1", "Parse", "completed", "bob", "[]")).Sees("100% done")
	rang := func(s sequence) bool { return s.kind == 'c' && s.text == "\a" }
	h.Await("the bell", func() bool { return slices.ContainsFunc(sequences(h.Sent()), rang) })
	h.Press("q").Ended()
	if bytes.Contains(h.Sent(), []byte("]7501;")) {
		t.Error("a status was sent")
	}
}
