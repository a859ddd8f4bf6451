package store

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sideboard/tasks"
)

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
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", s07File(1, "a", "in_progress"))
	b.write("task_2.json", waiting(2, 5000, 1))
	b.refresh()
	many := b.tasks["task_2.json"]
	if len(many.WaitsFor) != tasks.MaxLinks || cap(many.WaitsFor) > tasks.MaxLinks || many.More != 4001 || !many.Waits {
		t.Fatalf("%d kept in room for %d, %d more", len(many.WaitsFor), cap(many.WaitsFor), many.More)
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

func TestALongListCostsNoMoreThanWhatIsKeptOfIt(t *testing.T) {
	s, err := Open(newDir(t), Options{})
	must(t, err)
	defer s.Close()
	long, err := s.decode(tasks.Key{Name: "task_2.json"}, []byte(waiting(2, 100_000, 1)), Info{})
	must(t, err)
	text := 0
	for _, id := range long.WaitsFor {
		text += len(id.Text)
	}
	if len(long.WaitsFor) != tasks.MaxLinks || text > 8*tasks.MaxLinks {
		t.Errorf("%d ids of %d bytes", len(long.WaitsFor), text)
	}
}

// kept counts the links that the records handed over keep, and those they only count.
func (b *harness) kept() (links, more int) {
	for _, t := range b.tasks {
		links += len(t.WaitsFor) + len(t.Blocks)
		more += int(t.More)
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
	if len(cut.WaitsFor) != 5 || !cut.Waits || len(empty.WaitsFor) != 0 || !empty.Waits || empty.More != 10 {
		t.Errorf("%+v and %+v", cut, empty)
	}
	other.write("task_1.json", s07File(1, "in another list of the board", "pending", 8))
	if other.refresh(); other.tasks["task_1.json"].More != 1 {
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
		must(t, os.Remove(b.path(name)))
	}
	if b.refresh(); budget.left != 25 {
		t.Errorf("without a file there is room for %d", budget.left)
	}
}

func TestAnEditOfALinkThatIsOnlyCountedIsMadeInItsFile(t *testing.T) {
	b := opened(t, newDir(t), Options{Links: &LinkBudget{left: 3}})
	b.write("task_1.json", s07File(1, "a", "in_progress"))
	b.write("task_2.json", waiting(2, 9, 1))
	b.refresh()
	b.mustApply(b.edit(tasks.VerbComplete, "task_1.json", "me"))
	if got, want := b.read("task_2.json"), strings.Replace(waiting(2, 9, 1), ", 1]", "]", 1); got != want {
		t.Errorf("completing made\n%s\nwant\n%s", got, want)
	}
}

func TestALongIDCountsAsSeveralLinks(t *testing.T) {
	long := tasks.ID{Text: strings.Repeat("x", 640)}
	l := &LinkBudget{left: 30}
	task := &tasks.Task{WaitsFor: []tasks.ID{long, long, long}, Blocks: []tasks.ID{{Text: "1"}}}
	l.replace(nil, task)
	if len(task.WaitsFor) != 2 || len(task.Blocks) != 1 || task.More != 1 || !task.Waits {
		t.Errorf("%d and %d kept, %d more", len(task.WaitsFor), len(task.Blocks), task.More)
	}
	if l.replace(task, nil); l.left != 30 {
		t.Errorf("%d came back of 30", l.left)
	}
}
