package store

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// keysBelow calls visit with every key that can be reached from a value through exported fields, and its path.
func keysBelow(v reflect.Value, path string, visit func(path string, k tasks.Key)) {
	if v.IsValid() && v.Type() == reflect.TypeFor[tasks.Key]() {
		visit(path, v.Interface().(tasks.Key))
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			keysBelow(v.Elem(), path, visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			keysBelow(v.Index(i), fmt.Sprintf("%s[%d]", path, i), visit)
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			keysBelow(it.Key(), path+" key", visit)
			keysBelow(it.Value(), path+" value", visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				keysBelow(v.Field(i), path+"."+f.Name, visit)
			}
		}
	}
}

// inList fails for every key of an answer that is not of a list, and if it has none at all.
func inList(t *testing.T, list string, answer any) {
	t.Helper()
	n := 0
	keysBelow(reflect.ValueOf(answer), fmt.Sprintf("%T", answer), func(path string, k tasks.Key) {
		n++
		if k.List != list {
			t.Errorf("%s is %+v", path, k)
		}
	})
	if n == 0 {
		t.Errorf("%T has no key: %+v", answer, answer)
	}
}

func as[E error](t *testing.T, err error) E {
	t.Helper()
	var e E
	if !errors.As(err, &e) {
		t.Fatalf("%v is no %T", err, e)
	}
	return e
}

func TestEveryAnswerOfAStoreNamesItsList(t *testing.T) {
	dir, state := newDir(t), t.TempDir()
	c := &handClock{time.Now()}
	b := opened(t, dir, Options{List: "red", State: state, Now: c.Now})
	b.s.monitor.manual = true
	b.write("task_1.json", s07File(1, "a", "in_progress"))
	b.write("task_2.json", s07File(2, "b", "pending", 1))
	b.write("task_3.json", "broken]")
	inList(t, "red", b.refresh())
	survey, err := b.s.Survey(t.Context())
	testdir.Must(t, err)
	inList(t, "red", survey)
	doc, err := b.s.Read(b.s.key("task_1.json"))
	testdir.Must(t, err)
	inList(t, "red", doc)

	complete := b.edit(tasks.VerbComplete, "task_1.json", "me")
	plan, err := b.s.Plan(complete)
	testdir.Must(t, err)
	inList(t, "red", plan)
	_, err = b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, "task_3.json", "me"))
	inList(t, "red", as[*RefusedError](t, err))
	late := complete
	late.Needs = []tasks.Need{{Key: late.Of, Field: tasks.FieldStatus, Is: tasks.StatusValue(tasks.Pending)}}
	_, err = b.s.Apply(t.Context(), late)
	inList(t, "red", as[*tasks.ConflictError](t, err))
	testdir.Must(t, os.Remove(b.path("task_3.json")))
	inList(t, "red", b.refresh())
	inList(t, "red", b.mustApply(complete))
	inList(t, "red", b.refresh())
	b.write("task_1.json", s07File(1, "a", "in_progress"))
	b.write("task_2.json", s07File(2, "b", "pending", 1))
	c.now = c.now.Add(reapplyWindow)
	b.s.monitor.runDue(c.now)
	b.refresh()
	inList(t, "red", b.outcomes())
	testdir.Must(t, b.s.Close())

	b = opened(t, dir, Options{List: "blue", State: state}) // what it is called now
	b.s.monitor.manual = true
	inList(t, "blue", b.mustHistory())
	testdir.Must(t, os.Remove(b.path("task_2.json")))
	inList(t, "blue", b.refresh("task_2.json"))
	back, err := b.s.Batch().Undo(complete.ID)
	testdir.Must(t, err)
	inList(t, "blue", back)
	testdir.Must(t, os.Remove(b.path("task_1.json")))
	_, err = b.s.Batch().Undo(complete.ID)
	inList(t, "blue", as[*tasks.ConflictError](t, err))
}

func TestAnEditStaysInOneList(t *testing.T) {
	b := openedWith(t, Options{List: "red"}, s07File(1, "a", "pending"))
	there := tasks.Key{List: "blue", Name: "task_1.json"}
	e := b.edit(tasks.VerbClaim, "task_1.json", "me")
	for what, change := range map[string]func(e *tasks.Edit){
		"the task":     func(e *tasks.Edit) { e.Of = there },
		"a need":       func(e *tasks.Edit) { e.Needs = []tasks.Need{{Key: there, Idle: "me"}, {Key: e.Of, Idle: "me"}} },
		"another step": func(e *tasks.Edit) { e.Also = []tasks.Step{{Key: there}, {Key: e.Of}} },
		"a step": func(e *tasks.Edit) {
			e.Steps = []tasks.Step{{Kind: tasks.DeleteFile, Key: there}, {Kind: tasks.DeleteFile, Key: e.Of}}
		},
	} {
		other := e
		change(&other)
		_, err := b.s.Apply(t.Context(), other)
		_, shown := b.s.Preview(t.Context(), other)
		for _, err := range []error{err, shown} {
			if err == nil || !strings.Contains(err.Error(), "more lists than red") {
				t.Errorf("%s is of another list: %v", what, err)
			}
		}
	}
	if b.s.Task(there) != nil || b.s.Task(e.Of) == nil || b.s.World().Get(there) != nil {
		t.Error("a task is known under another list")
	}
	b.mustApply(e)
}

func TestWhatACrashLeftIsFinishedInAListOfAnotherName(t *testing.T) {
	for op, steps := range map[string]int{"replace task_2.json": 2, "replace task_3.json": 3} {
		p := crashAt(t, "complete that clears", op)
		p.write("task_3.json", s07File(3, "c", "pending")) // an agent does what is left, or what was done
		b := opened(t, p.dir, Options{List: "blue", State: p.state})
		news, all := b.outcomes(), b.mustHistory()
		if len(news) != 1 || news[0].What != Finished || len(all) != 1 || len(all[0].Steps) != steps || b.read("task_2.json") != s07File(2, "b", "pending") {
			t.Fatalf("%s: %+v, %+v\n%s", op, news, all, b.read("task_2.json"))
		}
		inList(t, "blue", news)
		inList(t, "blue", all)
	}
}

// waiting is a task file that waits for the tasks from 1000 on, n of them, and for one more at the end.
func waiting(id, n, last int) string {
	ids := make([]string, 0, n+1)
	for i := range n {
		ids = append(ids, fmt.Sprint(1000+i))
	}
	ids = append(ids, fmt.Sprint(last))
	return fmt.Sprintf(`{"id": %d, "subject": "many", "description": "", "status": "pending", "blockedBy": [%s], "owner": ""}`, id, strings.Join(ids, ", "))
}

func TestOfALongListTheFirstAreKeptAndTheRestCountedAndEditsLoseNone(t *testing.T) {
	b := openedWith(t, Options{}, s07File(1, "a", "in_progress"), waiting(2, 5000, 1))
	many := b.tasks["task_2.json"]
	if len(many.WaitsFor) != tasks.MaxLinks || cap(many.WaitsFor) > tasks.MaxLinks || many.DroppedLinks != 4001 || !many.DroppedBlockers {
		t.Fatalf("%d kept in room for %d, %d more", len(many.WaitsFor), cap(many.WaitsFor), many.DroppedLinks)
	}
	b.mustApply(b.edit(tasks.VerbComplete, "task_1.json", "me"))
	want := strings.Replace(waiting(2, 5000, 1), ", 1]", "]", 1)
	if got := b.read("task_2.json"); got != want {
		t.Errorf("what stood beyond what is kept was not cleared, or more than that was: %d bytes, want %d", len(got), len(want))
	}
	unlink := b.edit(tasks.VerbUnlink, "task_2.json", "me")
	unlink.Changes = []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(tasks.ID{Text: "5999", Num: true})}}
	b.refresh()
	b.mustApply(unlink)
	if got := b.read("task_2.json"); got != strings.Replace(want, ", 5999]", "]", 1) {
		t.Error("unlinking one changed others")
	}
}

// kept counts the links that the records handed over keep, and those they only count.
func (b *harness) kept() (links, more int) {
	for _, t := range b.tasks {
		links += len(t.WaitsFor) + len(t.Blocks)
		more += int(t.DroppedLinks)
	}
	return links, more
}

func TestTheLinksOfABoardHaveABoundAndTheRestAreCounted(t *testing.T) {
	budget := &LinkBudget{left: 25}
	b, other := opened(t, newDir(t), Options{Links: budget}), opened(t, newDir(t), Options{Links: budget})
	for i := range 4 {
		b.write(fmt.Sprintf("task_%d.json", i+1), waiting(i+1, 9, 7))
		b.refresh() // one after the other, so that the order is known
	}
	if links, more := b.kept(); links != 25 || more != 15 {
		t.Fatalf("%d links are kept and %d counted, want 25 and 15", links, more)
	}
	cut, empty := b.tasks["task_3.json"], b.tasks["task_4.json"]
	if len(cut.WaitsFor) != 5 || !cut.DroppedBlockers || len(empty.WaitsFor) != 0 || !empty.DroppedBlockers || empty.DroppedLinks != 10 {
		t.Errorf("%+v and %+v", cut, empty)
	}
	other.write("task_1.json", s07File(1, "in another list of the board", "pending", 8))
	if other.refresh(); other.tasks["task_1.json"].DroppedLinks != 1 {
		t.Error("another list has a bound of its own")
	}

	b.write("task_1.json", s07File(1, "waits no more", "pending"))
	b.refresh()
	b.write("task_4.json", waiting(4, 9, 8))
	b.refresh()
	if links, more := b.kept(); links != 25 || more != 5 {
		t.Errorf("after ten were taken out %d are kept and %d counted", links, more)
	}
	for _, name := range b.names() {
		testdir.Must(t, os.Remove(b.path(name)))
	}
	if b.refresh(); budget.left != 25 {
		t.Errorf("without a file there is room for %d", budget.left)
	}
}

func TestALongIDCountsAsSeveralLinks(t *testing.T) {
	long := tasks.ID{Text: strings.Repeat("x", 640)}
	l := &LinkBudget{left: 30}
	task := &tasks.Task{WaitsFor: []tasks.ID{long, long, long}, Blocks: []tasks.ID{{Text: "1"}}, Children: []tasks.ID{{Text: "1.1"}}}
	l.replace(nil, task)
	if len(task.WaitsFor) != 2 || len(task.Blocks) != 1 || len(task.Children) != 1 || task.DroppedLinks != 1 || !task.DroppedBlockers {
		t.Errorf("%d and %d kept, %d more", len(task.WaitsFor), len(task.Blocks), task.DroppedLinks)
	}
	if l.replace(task, nil); l.left != 30 {
		t.Errorf("%d came back of 30", l.left)
	}
}
