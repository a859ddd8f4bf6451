package needs

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

func s07(id, subject, status, waits string) string {
	return hosttest.S07(id, subject, status, "", waits)
}

func TestTheListOfNeedsExplainsEachAndOffersWhatHelps(t *testing.T) {
	h := hosttest.OnFiles(t, map[string]string{
		"task_1.json": s07("1", "Parse", "pending", "[2]"), "task_2.json": s07("2", "Emit", "pending", "[3]"), "task_3.json": s07("3", "Link", "pending", "[1]"),
		"task_4.json": s07("4", "Load", "pending", "[99]"), "task_5.json": s07("5", "Run", "reviewing", "[]"), "task_6.json": "{",
		"task_7.json": s07("7", "Self", "pending", "[7]"),
	})
	_, did := needsIn(t, h)
	h.On = tasks.Key{Name: "task_1.json"}
	h.Press("!").Sees("5 need you", "most urgent first", "▌ ! Parse  #1 and 2 more", "in a loop: #1 ← #2 ← #3 ← #1", "X unlink", "! Self  #7", "it waits for itself", "Repair: take 7 out of its list.", "task_6.json", "line 1, column 2", "y copy path", "no: task_1.json")
	h.Press("a").Sees("Not for this one").Press("X")
	h.On = tasks.Key{}
	h.Press("!", "g", "j", "j").Sees("▌ ! task_6.json").Press("y")
	h.Press("!", "g", "j").Sees("▌ ! Self  #7").Press("G").Sees("▌ ! Load  #4", "no file has", "f repair it   X unlink", "no id twice", "no: no loops", "no: no missing").Press("k").Sees("▌ ! Run  #5", "E open file").Press("E")
	h.Press("!", "G", "enter").Sees("no: need you")
	if want := []string{"act X on task_1.json", "copy the path of task_6.json", "act E on task_5.json"}; !slices.Equal(*did, want) {
		t.Errorf("done is %q", *did)
	}
	if h.Press("!", "esc").Sees("no: need you"); !h.Browsing() {
		t.Error("the list is still open")
	}
}

// A repair that removes something is confirmed first. Afterwards the directory is examined again.
func TestARepairIsConfirmedMadeAndLeavesTheList(t *testing.T) {
	h := hosttest.OnFiles(t, map[string]string{"task_1.json": s07("1", "Parse", "pending", "[]"), "task_2.json": s07("2", "Emit", "pending", "[1, 3]"), "task_3.json": s07("3", "Draw", "pending", "[]")})
	needsIn(t, h)
	h.Writes("task_1.json", s07("1", "Parse", "completed", "[]"))
	h.On = tasks.Key{Name: "task_2.json"}
	may := h.Directory
	h.Directory = readOnly{may}
	h.Press("!").Sees("no: f repair it").Press("f").Sees("Not fixed: the board is read only").Press("esc")
	h.Directory = may
	h.Press("!").Sees("▌...Emit  #2", "Repair: clear 1", "f repair it").Press("f").Sees("Clear 1 from its list, as completing should have?", "y/enter repair", "n leave it").Press("n").Sees("f repair it").Reads("task_2.json", s07("2", "Emit", "pending", "[1, 3]"))
	h.Press("f", "y").Reads("task_2.json", s07("2", "Emit", "pending", "[3]")).Sees("no: f repair it", "Nothing needs you.")
}

// What became of a repair is said in the list, or in a notice if the list was closed meanwhile.
func TestTheResultOfARepairIsSaidWhereThePersonIs(t *testing.T) {
	h := hosttest.OnFiles(t, map[string]string{"task_1.json": s07("1", "Parse", "pending", "[]")})
	m, _ := needsIn(t, h)
	d := m.Workspace
	h.Press("!")
	if m.repaired(d, "take 1 out", errors.New("disk full")); m.Mode().(*needList).err != "Not fixed: disk full" {
		t.Errorf("the list says %q", m.Mode().(*needList).err)
	}
	h.ToBoard()
	for says, err := range map[string]error{"Fixed: take 1 out": nil, "Not fixed: disk full": errors.New("disk full"), "Fixed, but ": &store.UnfinishedError{}} {
		stay := error(nil)
		m.StayOpen = func(err error) { stay = err }
		if m.repaired(d, "take 1 out", err); !strings.HasPrefix(h.NoticeText(), says) || stay != err {
			t.Errorf("it says %q, stays open for %v", h.NoticeText(), stay)
		}
	}
	if h.ClearNotice(); m.repaired(&workspace.Workspace{}, "take 1 out", nil) != nil || h.NoticeText() != "" {
		t.Errorf("of another directory it says %q", h.NoticeText())
	}
}

func TestTheListKeepsTheSelectedRowWhileOthersComeAndGo(t *testing.T) {
	h := hosttest.OnFiles(t, map[string]string{"task_3.json": s07("3", "Lost", "pending", "[99]"), "task_5.json": s07("5", "Run", "reviewing", "[]")})
	m, _ := needsIn(t, h)
	h.OnDelta = func(d tasks.Delta, _ board.Diff) {
		m.MarkStale(d)
		h.Run(m.ExamineAgain())
	}
	h.On = tasks.Key{Name: "task_3.json"}
	h.Press("!").Sees("2 need you", "▌ ! Lost  #3").Writes("task_1.json", s07("1", "Parse", "pnding", "[]"))
	h.Sees("3 need you", "▌ ! Lost  #3", "Parse  #1").Writes("task_3.json", s07("3", "Lost", "pending", "[]"))
	h.Sees("2 need you", "no: Lost", "▌")
	h.Writes("task_1.json", "")
	h.Writes("task_5.json", "")
	h.Sees("Nothing needs you.", "esc close", "no: Lost").Press("f", "enter").Sees("no: Nothing does.")
}

func TestALongLoopIsShortenedInTheMiddle(t *testing.T) {
	var ts []*tasks.Task
	var loop []tasks.Key
	for _, id := range strings.Split("abcdefghijklmnop", "") {
		k := tasks.Key{Name: id + ".json"}
		ts, loop = append(ts, &tasks.Task{Key: k, ID: tasks.ID{Text: id}, Traits: &tasks.Traits{}}), append(loop, k)
	}
	m, _ := needsIn(t, hosttest.OnTasks(t, ts...))
	words := func(n int) (s string) {
		for _, span := range m.loopLine(loop[:n]) {
			s += span.Text.String()
		}
		return s
	}
	for n, want := range map[int]string{2: "in a loop: #a ← #b ← #a", 11: "in a loop: #a ← #k ← #j ← #i ← #h ← #g ← #f ← #e ← #d ← #c ← #b ← #a", 12: "in a loop: #a ← #l ← #k ← #j ← #i ← … ← #e ← #d ← #c ← #b ← #a"} {
		if got := words(n); got != want {
			t.Errorf("of %d: %s", n, got)
		}
	}
}

func TestARowWithoutAKeyThatHelpsNamesItsFiles(t *testing.T) {
	m, _ := needsIn(t, hosttest.OnTasks(t, &tasks.Task{Key: tasks.Key{Name: "1.json"}, ID: tasks.ID{Text: "1"}, Subject: "Parse", Traits: &tasks.Traits{}}))
	finding := doctor.Finding{Files: []tasks.Key{{Name: "1.json"}, {Name: "gone.json"}}, What: "it is odd", Why: "agents skip it", Hint: "ask them"}
	item := m.item(row{finding: &finding})
	got := item.Name.String() + " " + item.ID.String()
	for _, l := range append([]view.Line{item.Why}, item.Says...) {
		got += "|" + l[0].Text.String()
	}
	if got != "Parse #1 and gone.json|it is odd|1.json|Agents skip it.|Ask them" {
		t.Errorf("%q", got)
	}
}

// What a person gave away after a question is not what that person has to look at. What an agent left so is.
func TestATaskThatWasGivenAwayIsNotInTheList(t *testing.T) {
	h := hosttest.OnFiles(t, map[string]string{"task_1.json": hosttest.S07("1", "Parse", "pending", "", "[]"), "task_2.json": hosttest.S07("2", "Emit", "pending", "", "[]")})
	m, _ := needsIn(t, h)
	finding := func(name, what string, s doctor.Severity) doctor.Finding {
		return doctor.Finding{Severity: s, Kind: doctor.OwnerOnPending, Files: []tasks.Key{{Name: name}}, What: what}
	}
	h.Press("!")
	m.examined([]doctor.Finding{finding("task_2.json", "it is pending and still belongs to “bob”", doctor.Error), finding("task_1.json", "it was given to “eve”", doctor.Note)}, nil)
	h.Sees("still belongs to", "no: was given to", "no: note")
}

func TestTheTallyCountsNeedsAndFindings(t *testing.T) {
	for want, c := range map[string]doctor.Counts{"Nothing needs you": {}, "Nothing needs you, 1 error, 1 warning, 1 note": {Errors: 1, Warnings: 1, Notes: 1}, "Nothing needs you, 2 warnings": {Warnings: 2}} {
		if got := tally(0, c); got != want {
			t.Errorf("%q", got)
		}
	}
	if one, two := tally(1, doctor.Counts{}), tally(2, doctor.Counts{Notes: 2}); one != "1 needs you" || two != "2 need you, 2 notes" {
		t.Errorf("%q, %q", one, two)
	}
}

func TestAProblemInAFileIsNamedWithItsPlaceIfThatIsKnown(t *testing.T) {
	if got := problemWords(tasks.Problem{Text: "no object", Line: 3, Col: 7}) + problemWords(tasks.Problem{Text: "no text"}); got != "line 3, column 7, no objectno text" {
		t.Errorf("%q", got)
	}
}

func TestTheDirectoryIsExaminedAgainOnlyAfterAChange(t *testing.T) {
	h := hosttest.OnFiles(t, map[string]string{"task_1.json": s07("1", "Parse", "pending", "[]")})
	m, _ := needsIn(t, h)
	invalid := 0
	h.Invalidate = func() { invalid++ }
	examine := func(what string, want bool) {
		t.Helper()
		cmd := m.ExamineAgain()
		if (cmd != nil) != want {
			t.Errorf("%s: examined %v", what, cmd != nil)
		}
		if cmd != nil && m.ExamineAgain() != nil {
			t.Errorf("%s: examined twice at once", what)
		}
		h.Run(cmd)
	}
	examine("at first", true)
	if !m.Examined() || invalid != 1 || m.Warnings() != 0 {
		t.Errorf("known %v, %d changes", m.Examined(), invalid)
	}
	examine("nothing changed", false)
	m.MarkStale(tasks.Delta{})
	examine("an empty delta", false)
	m.MarkStale(tasks.Delta{HighWaterMark: 7})
	examine("another high-water mark", true)
	m.MarkStale(tasks.Delta{HighWaterMark: 7})
	examine("the same high-water mark", false)
	h.Writes("task_2.json", strings.Replace(s07("2", "Emit", "pending", "[]"), `"owner"`, `"oops": 1, "owner"`, 1))
	m.MarkStale(tasks.Delta{Gone: []tasks.Key{{Name: "task_2.json"}}})
	examine("a changed file", true)
	if all := m.Errors(); invalid != 1+min(len(all), 1) {
		t.Errorf("%d changes, %v", invalid, all)
	}
	if m.Reset(); m.Examined() {
		t.Error("another directory is examined already")
	}
	m.Workspace = nil
	examine("without a directory", false)
}

// A card says what a need does to other tasks, and what can be done, in words that fit the kind of need.
func TestANeedSaysWhatItDoesToOthersAndWhatHelps(t *testing.T) {
	h := hosttest.OnFiles(t, map[string]string{
		"task_1.json": hosttest.S07("1", "Load test", "in_progress", "infra", "[]"), "task_2.json": s07("2", "Canary", "pending", "[1]"), "task_3.json": s07("3", "Remove", "pending", "[2]"),
	})
	m, did := needsIn(t, h)
	k := tasks.Key{Name: "task_1.json"}
	since, _ := h.Board.Since(k)
	h.Now = since.Add(time.Hour)
	h.Circumstances = func() board.Circumstances { return board.Circumstances{Now: h.Now, Stalled: 30 * time.Minute} }
	h.Press("!").Sees("▌ ! Load test  #1  infra ... 1h", "stalled: no write for 1h, the limit is 30m", "2 tasks wait for it, first Canary #2.", "infra may still work on it", "r release   m give")
	if h.Press("m"); !slices.Equal(*did, []string{"act m on task_1.json"}) {
		t.Errorf("done is %q", *did)
	}
	h.Board.Apply(tasks.Delta{At: h.Now, Problems: []tasks.Problem{{Key: k, Kind: tasks.Unparsable, Damage: tasks.CutOff, Text: "it ends", Line: 1, Col: 7, Since: h.Now}}})
	h.Generation++
	m.Opens = func(tasks.Key) bool { return true }
	h.Press("!").Sees("▌ ! Load test  #1  infra", "half-written: line 1, column 7, it ends", "2 tasks wait for it", "E open file", "no: release")
}

func TestTheAdviceFitsTheKindOfNeed(t *testing.T) {
	h := hosttest.OnTasks(t, &tasks.Task{Key: tasks.Key{Name: "1.json"}, ID: tasks.ID{Text: "1"}, Traits: &tasks.Traits{}})
	m, _ := needsIn(t, h)
	k := tasks.Key{Name: "1.json"}
	for kind, want := range map[board.NeedKind]string{board.NeedsAnswer: "answer", board.Overwritten: "after you", board.OwnerDead: "Nobody works", board.OwnerGone: "Nobody works", board.TaskFailed: "Reopened", board.ToReview: "opened it", board.NobodyStarts: "Claim it"} {
		if got := m.advice(board.Need{Kind: kind, Key: k}); !strings.Contains(got, want) {
			t.Errorf("of %v: %q", kind, got)
		}
	}
}

// An agent without a task has a row without a card.
func TestAnAgentThatWaitsIsARowThatLeadsToItsPane(t *testing.T) {
	h := hosttest.OnTasks(t)
	h.Workspace = &workspace.Workspace{}
	m, did := needsIn(t, h)
	h.Circumstances = func() board.Circumstances {
		return board.Circumstances{Now: h.Now, Agents: []tasks.Agent{{Name: "lead", State: tasks.AgentWaiting, Since: h.Now.Add(-time.Hour)}}}
	}
	v := &needList{m: m, examined: true}
	h.SetMode(v)
	h.Sees("1 needs you", "▌...lead", "lead waits for your answer", "P tmux pane").Press("P").Sees("no: needs you")
	if !slices.Equal(*did, []string{"pane of lead"}) {
		t.Errorf("done is %q", *did)
	}
}
