package board

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

func TestALinkIsRefusedIfItClosesALoopOrIsThere(t *testing.T) {
	to := func(id string) func(*Board, tasks.Key, string, time.Time) (tasks.Edit, error) {
		return func(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
			return Link(b, k, refs(b.Task(k).Traits, id)[0], who, at)
		}
	}
	runRule(t, to("a"), []ruleCase{
		{"a new link", of(task(s12, "x"), task(s12, "a")), "yes"},
		{"linked already", of(task(s12, "x", waitsFor("a")), task(s12, "a", called("Schema"))), "Not linked: it waits for Schema already"},
		{"missing where it must exist", of(task(s13, "x")), "Not linked: no task has the id a; create it first"},
		{"missing elsewhere", of(task(s12, "x")), "yes"},
		{"a loop of two", of(task(s12, "x", called("Docs")), task(s12, "a", called("Schema"), waitsFor("x"))),
			"Not linked: that closes a loop: Docs > Schema > Docs; unlink one of them first"},
		{"a loop of three", of(task(s12, "x", called("Docs")), task(s12, "a", called("Schema"), waitsFor("b")), task(s12, "b", called("Tests"), waitsFor("x"))),
			"Not linked: that closes a loop: Docs > Tests > Schema > Docs; unlink one of them first"},
		{"a loop through what the other says that it blocks", of(task(claude, "x", called("Docs"), blocksTasks("b")), task(claude, "a", called("Schema"), waitsFor("b")), task(claude, "b", called("Tests"))),
			"Not linked: that closes a loop: Docs > Tests > Schema > Docs; unlink one of them first"},
		{"the other way round of a link on one side", of(task(claude, "x", blocksTasks("b")), task(claude, "a"), task(claude, "b", waitsFor("a"))), "yes"},
		{"its own part", of(task(flow, "x", is(tasks.Container)), task(flow, "a", partOf("x"))), "Not linked: one of the two is a part of the other"},
		{"its own whole", of(task(flow, "x", partOf("a")), task(flow, "a", is(tasks.Container))), "Not linked: one of the two is a part of the other"},
		{"another's whole", of(task(flow, "x"), task(flow, "a", is(tasks.Container)), task(flow, "b", partOf("a"))), "yes"},
		{"a loop through its parts", of(task(flow, "x"), task(flow, "a", called("Whole"), is(tasks.Container)), task(flow, "b", called("Part"), partOf("a"), waitsFor("x"))),
			"Not linked: that closes a loop: Task x > Part > Whole > Task x; unlink one of them first"},
		{"a completed one where nobody clears it", of(task(v6, "x"), task(v6, "a", called("Schema"), is(tasks.Completed))),
			"ask: a is completed: agents of v6 will not start x until its list is cleared. Link anyway?"},
		{"an open one there", of(task(v6, "x"), task(v6, "a")), "yes"},
		{"a completed one elsewhere", of(task(s12, "x"), task(s12, "a", is(tasks.Completed))), "yes"},
	})
	runRule(t, to("x"), []ruleCase{{"itself", of(task(s12, "x")), "Not linked: a task cannot wait for itself"}})
}

func TestARefusalNamesAllTasksOfALoopOrTheEndsOfALongOne(t *testing.T) {
	var chain []*tasks.Task
	for i := range 30 {
		chain = append(chain, task(s12, fmt.Sprint(i), waitsFor(fmt.Sprint(i+1))))
	}
	chain[29].WaitsFor = nil
	b := showing(chain...)
	_, err := Link(b, chain[29].Key, chain[22].ID, "me", noon)
	same(t, "not a long loop yet", err, "Not linked: that closes a loop: Task 29 > Task 28 > Task 27 > Task 26 > Task 25 > Task 24 > Task 23 > Task 22 > Task 29; unlink one of them first")
	_, err = Link(b, chain[29].Key, chain[0].ID, "me", noon)
	same(t, "a long loop", err, "Not linked: that closes a loop: Task 29 > Task 28 > Task 27 > 23 more > Task 3 > Task 2 > Task 1 > Task 0 > Task 29; unlink one of them first")
}

// Whatever makes a link to a completed task, where only agents clear lists, asks about it first.
func TestALinkThatNobodyWouldClearIsAskedAboutByEveryRule(t *testing.T) {
	b := showing(task(s07, "1", is(tasks.Completed)), task(s07, "2"), task(s07, "3", waitsFor("4")), task(s07, "4"), task(s07, "5", is(tasks.Completed), waitsFor("2")))
	one, k := refs(s07, "1")[0], func(id string) tasks.Key { return keyFor(s07, id) }
	id := func(text string) tasks.ID { return refs(s07, text)[0] }
	add := []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(one)}}
	for what, rule := range map[string]func() (tasks.Edit, error){
		"task_2 waits for + 1\n":                       func() (tasks.Edit, error) { return Link(b, k("2"), one, "me", noon) },
		"task_3 waits for - 4\ntask_3 waits for + 1\n": func() (tasks.Edit, error) { return Relink(b, k("3"), id("4"), one, "me", noon) },
		"task_2 waits for + 5\ntask_5 waits for - 2\n": func() (tasks.Edit, error) { return Reverse(b, k("5"), id("2"), "me", noon) },
		"task_4 waits for + 1\n":                       func() (tasks.Edit, error) { return EditFields(b, k("4"), add, "me", noon) },
	} {
		_, err := rule()
		ask, ok := errors.AsType[Ask](err)
		if !ok || asked(ask.Edit) != what || !strings.HasSuffix(ask.Question, "until its list is cleared. Link anyway?") || ask.No == nil || ask.No.Why != ask.Question {
			t.Errorf("%q: %v, %q, %v", what, ok, asked(ask.Edit), err)
		}
	}
	_, err := Create(b, "", tasks.Draft{Subject: "new", WaitsFor: refs(s07, "1", "5", "2")}, "me", noon)
	if ask, _ := errors.AsType[Ask](err); ask.Question != "1 and 5 are completed: agents of s07 will not start it until its list is cleared. Link anyway?" {
		t.Errorf("created: %v", err)
	}
	give := tasks.Change{Field: tasks.FieldOwner, Op: tasks.Set, To: tasks.TextValue("zoe")}
	for _, both := range [][]tasks.Change{{add[0], give}, {give, add[0]}} {
		_, err := EditFields(b, k("4"), both, "me", noon)
		ask, _ := errors.AsType[Ask](err)
		said := strings.Join(append(ask.Detail, ask.Question), " ")
		if ask.Yes != "write all" || !strings.Contains(said, "Give Task 4 to zoe?") || !strings.Contains(said, "Link anyway?") {
			t.Errorf("both questions: %q", said)
		}
	}
	b = showing(task(s07, "1", is(tasks.Completed)), task(s07, "2", waitsFor("1")), task(s07, "3"))
	_, err = PutBetween(b, k("3"), k("2"), one, "me", noon)
	if ask, _ := errors.AsType[Ask](err); asked(ask.Edit) != "task_3 waits for + 1\ntask_2 waits for - 1\ntask_2 waits for + 3\n" {
		t.Errorf("put between: %v", err)
	}
}

// Agents know one word for completed: a task that is over by another holds back what waits for it.
func TestATaskThatIsOverByAnotherWordStillBlocks(t *testing.T) {
	for status, word := range map[tasks.Status]string{tasks.Skipped: "wontfix", tasks.Cancelled: "deleted"} {
		for _, d := range []*tasks.Traits{s07, s12} {
			over := task(d, "1", is(status), called("Draft"))
			over.StatusText = word
			b := showing(over, task(d, "2", waitsFor("1")))
			if s := b.State(keyFor(d, "2")); !s.Blocked() {
				t.Errorf("what waits for a task that is %s is %v", word, s)
			}
			_, err := Claim(b, keyFor(d, "2"), "me", noon)
			if ask, asks := errors.AsType[Ask](err); asks {
				err = *ask.No
			}
			same(t, word, err.Error(), "Not claimed: waits for Draft, which is over, but not completed in the words of its agents; unlink it")
		}
	}
}

func TestATaskIsUnlinkedFromWhatItWaitsForEvenIfNoFileHasIt(t *testing.T) {
	b := showing(task(s12, "x", waitsFor("gone", "a")), task(s12, "a", called("Schema")), task(s12, "b", called("Docs")))
	for id, want := range map[string]string{
		"gone": "yes", "a": "yes", "b": "Not unlinked: it does not wait for Docs", "c": "Not unlinked: it does not wait for c",
	} {
		same(t, id, verdict(Unlink(b, keyFor(s12, "x"), tasks.ID{Text: id}, "me", noon)), want)
	}
}

// asked spells what an edit asks for, file by file.
func asked(e tasks.Edit) string {
	s := stepOf(e.Of, e.Changes)
	for _, st := range e.Also {
		s += stepOf(st.Key, st.Changes)
	}
	return s
}

func stepOf(k tasks.Key, cs []tasks.Change) string {
	s := ""
	for _, c := range cs {
		s += fmt.Sprintf("%s %s %s %s\n", stemOf(k.Name), c.Field, map[tasks.Op]string{tasks.Add: "+", tasks.Drop: "-"}[c.Op], c.To.ID.Text)
	}
	return s
}

func TestATaskIsPutIntoALinkBetweenTwo(t *testing.T) {
	b := showing(task(s12, "a", called("Schema")), task(s12, "b", called("Docs"), waitsFor("a")), task(s12, "c", called("Tests")),
		task(s12, "d", called("Logo"), waitsFor("b")), task(s12, "e", is(tasks.Completed)), task(s12, "f", waitsFor("a")))
	splice := func(mid, on string) (tasks.Edit, error) {
		return PutBetween(b, keyFor(s12, mid), keyFor(s12, "b"), tasks.ID{Text: on}, "me", noon)
	}
	e, err := splice("c", "a")
	testdir.Must(t, err)
	same(t, "between", asked(e), "c waits for + a\nb waits for - a\nb waits for + c\n")
	e, err = splice("f", "a")
	testdir.Must(t, err)
	same(t, "one that waits already", asked(e), "b waits for - a\nb waits for + f\n")
	for mid, want := range map[string]string{
		"a": "Not linked: it is one end of that link; choose another task",
		"b": "Not linked: it is one end of that link; choose another task",
		"d": "Not linked: that closes a loop: Docs > Logo > Docs; unlink one of them first",
		"e": "Not linked: it is completed, and nothing would wait; reopen it first",
	} {
		same(t, mid, verdict(splice(mid, "a")), want)
	}
	same(t, "no link", verdict(splice("d", "c")), "Not linked: Docs does not wait for Tests any more")
}

func TestALinkIsTurnedRoundInOneEdit(t *testing.T) {
	b := showing(task(s12, "a", called("Schema")), task(s12, "b", called("Docs"), waitsFor("a", "gone")),
		task(s12, "c", called("Tests"), waitsFor("b", "a")), task(claude, "1", blocksTasks("2")), task(claude, "2"))
	turn := func(k tasks.Key, on string) (tasks.Edit, error) {
		return Reverse(b, k, tasks.ID{Text: on}, "me", noon)
	}
	e, err := turn(keyFor(s12, "b"), "a")
	testdir.Must(t, err)
	same(t, "round", asked(e), "a waits for + b\nb waits for - a\n")
	if e, err = turn(keyFor(claude, "2"), "1"); err != nil {
		t.Fatal(err)
	}
	same(t, "written in one file", asked(e), "1 blocks - 2\n1 waits for + 2\n")
	same(t, "another way round", verdict(turn(keyFor(s12, "c"), "a")), "Not linked: that closes a loop: Schema > Docs > Tests > Schema; unlink one of them first")
	same(t, "no such task", verdict(turn(keyFor(s12, "b"), "gone")), "Not linked: no file has the id gone, which would have to wait")
	same(t, "no such link", verdict(turn(keyFor(s12, "a"), "b")), "Not unlinked: it does not wait for Docs")
}

func TestALinkToItselfGoesInOne(t *testing.T) {
	b := showing(task(claude, "1", waitsFor("1"), blocksTasks("1")))
	e, err := Unlink(b, keyFor(claude, "1"), tasks.ID{Text: "1"}, "me", noon)
	testdir.Must(t, err)
	same(t, "both lists", asked(e), "1 waits for - 1\n1 blocks - 1\n")
	b = showing(task(claude, "1", waitsFor("1", "2"), blocksTasks("2")), task(claude, "2"))
	for id, want := range map[string]string{"1": "1 waits for - 1\n", "2": "1 waits for - 2\n"} {
		e, err := Unlink(b, keyFor(claude, "1"), tasks.ID{Text: id}, "me", noon)
		testdir.Must(t, err)
		same(t, "one list", asked(e), want)
	}
}

func TestRelinkWaitsForAnotherInstead(t *testing.T) {
	b := showing(task(s12, "a"), task(s12, "b", called("Docs"), waitsFor("gone")), task(s12, "c", called("Tests"), waitsFor("b")))
	relink := func(from, to string) (tasks.Edit, error) {
		return Relink(b, keyFor(s12, "b"), tasks.ID{Text: from}, tasks.ID{Text: to}, "me", noon)
	}
	e, err := relink("gone", "a")
	testdir.Must(t, err)
	same(t, "instead", asked(e), "b waits for - gone\nb waits for + a\n")
	same(t, "a loop", verdict(relink("gone", "c")), "Not linked: that closes a loop: Docs > Tests > Docs; unlink one of them first")
	same(t, "no link", verdict(relink("c", "a")), "Not unlinked: it does not wait for Tests")
}

func TestALinkOnOneSideIsWrittenOnBothOrTakenAway(t *testing.T) {
	b := showing(
		task(claude, "1", called("Schema"), blocksTasks("3", "9")), // 2 waits and is not named, 3 is named and does not wait
		task(claude, "2", called("Docs"), waitsFor("1")),
		task(claude, "3", called("Tests")), task(claude, "4", called("Logo")),
	)
	repair := func(id string) (tasks.Edit, error) { return RepairLinks(b, keyFor(claude, id), "me", noon) }
	e, err := repair("2")
	testdir.Must(t, err)
	same(t, "the other file lacks it", asked(e), "1 blocks + 2\n")
	for id, want := range map[string]string{
		"3": "ask: Write both sides of the links of Tests? Tests will wait for Schema, which says that it blocks it.",
		"1": "ask: Write both sides of the links of Schema? Tests will wait for it, as its own file says. 9 is taken out of its blocks: no file has that id.",
		"4": "Not linked: none of its links is written on one side only",
	} {
		same(t, id, verdict(repair(id)), want)
	}
	for id, want := range map[string]string{"3": "3 waits for + 1\n", "1": "1 blocks + 2\n1 blocks - 9\n3 waits for + 1\n"} {
		_, err := repair(id)
		ask, _ := errors.AsType[Ask](err)
		got := strings.Split(strings.TrimSpace(asked(ask.Edit)), "\n")
		slices.Sort(got)
		same(t, "repairs of "+id, strings.Join(got, "\n")+"\n", want)
	}
	e, err = Unlink(b, keyFor(claude, "3"), tasks.ID{Text: "1"}, "me", noon)
	testdir.Must(t, err)
	same(t, "unlinked in the file that has it", asked(e), "1 blocks - 3\n")
	same(t, "a loop through it", verdict(Link(b, keyFor(claude, "1"), tasks.ID{Text: "3"}, "me", noon)),
		"Not linked: that closes a loop: Schema > Tests > Schema; unlink one of them first")
}

// carry carries changes of a waiting list out.
func carry(b *Board, k tasks.Key, cs []tasks.Change) {
	t := with(b.Task(k))
	t.WaitsFor = slices.Clone(t.WaitsFor)
	for _, c := range cs {
		t.WaitsFor = slices.DeleteFunc(t.WaitsFor, func(id tasks.ID) bool { return id == c.To.ID })
		if c.Op == tasks.Add {
			t.WaitsFor = append(t.WaitsFor, c.To.ID)
		}
	}
	b.Apply(put(t))
}
