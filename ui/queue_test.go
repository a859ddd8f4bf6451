package ui

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/workspace"
)

func press(keys string) (all []tea.Msg) {
	for _, r := range keys {
		all = append(all, tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	return all
}

func TestACommandStartsAfterTheOneBeforeHasAnswered(t *testing.T) {
	m := measure(t, 100, 120, 40)
	var did []string
	does := func(name string) tea.Cmd { return func() tea.Msg { did = append(did, name); return nil } }
	first, second, third := m.queue.Enqueue(does("first")), m.queue.Enqueue(does("second")), m.queue.Enqueue(does("third"))
	if first == nil || second != nil || third != nil {
		t.Fatal("they run side by side")
	}
	for cmd := first; cmd != nil; {
		msg, ok := cmd().(dequeuedMsg)
		if !ok {
			t.Fatal("a turn ends without a word")
		}
		cmd = msg.apply(m.Model)
	}
	if want := []string{"first", "second", "third"}; !slices.Equal(did, want) {
		t.Errorf("done: %v", did)
	}
}

func TestQueuedEditsAreWrittenWhenTheProgramEnds(t *testing.T) {
	m := measure(t, 100, 120, 40)
	n := 0
	one := func() tea.Msg { n++; return nil }
	running := m.queue.Enqueue(one)
	m.queue.Enqueue(one)
	running()
	m.queue.writeRest()
	if n != 2 {
		t.Errorf("%d of 2 edits were written, each once", n)
	}
}

func TestKeysWaitForTheFormThatTheKeyBeforeThemOpens(t *testing.T) {
	m := measure(t, 100, 120, 40)
	for _, msg := range press("h") {
		m.Update(msg)
	}
	k, _ := m.selected()
	for _, msg := range press("ejj") { // the form of a task is read from the disk
		m.Update(msg)
	}
	if now, _ := m.selected(); now != k {
		t.Error("what was typed for the form moved the cursor")
	}
	m.Update(m.queue.current.runForTest()) // there is no file: no form opens
	if now, _ := m.selected(); now == k {
		t.Error("what was kept was lost")
	}
}

func TestANoticeSaysThatKeysWaitLongAndHowToQuit(t *testing.T) {
	m := measure(t, 100, 120, 40)
	k, _ := m.selected()
	for _, msg := range press("ejq") {
		m.Update(msg)
	}
	m.Update(slowMsg{m.typed.seq})
	if now, _ := m.selected(); now != k || len(m.typed.held) != 2 {
		t.Error("a key was judged before the one in front of it was done")
	}
	if said := m.NoticeText(); !strings.Contains(said, "2 keys wait") || !strings.Contains(said, "ctrl+c leaves at once") {
		t.Errorf("it says %q", said)
	}
	m.Update(tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl})
	if !m.quitting.atOnce {
		t.Error("ctrl+c does not leave")
	}
}

// h and g go to the first pending task, and c claims it. The fourth key is a verb, a move, one without a meaning, or that of the filter.
func TestAKeyWaitsUntilTheEditBeforeItIsOnTheBoard(t *testing.T) {
	for _, keys := range []string{"hgcd", "hgcj", "hgc4", "hgc/"} {
		m := measure(t, 100, 120, 40)
		for _, msg := range press(keys) {
			m.Update(msg)
		}
		if len(m.queue.waiting) > 0 || len(m.typed.held) != 1 {
			t.Fatalf("%s: %d edits and %d keys wait", keys, len(m.queue.waiting), len(m.typed.held))
		}
	}
}

// slowly is a board over task files whose changes and answers come when the test says so.
type slowly struct {
	*Model
	t     *testing.T
	dir   string
	edits int
}

func overFiles(t *testing.T, files map[string]string) *slowly {
	t.Helper()
	m := &slowly{t: t, dir: t.TempDir()}
	for name, text := range files {
		testdir.Must(t, os.WriteFile(filepath.Join(m.dir, name), []byte(text), 0o644))
	}
	d, err := workspace.Open(locate.Place{Dir: m.dir, Project: "my-service"}, workspace.Options{})
	testdir.Must(t, err)
	m.Model = New(Options{As: "ann", Editor: "true"})
	t.Cleanup(m.Close)
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	m.Update(openedMsg{workspace: d})
	for !m.Board.Loaded() {
		m.Update(m.next())
	}
	return m
}

func (m *slowly) next() deltaMsg {
	m.t.Helper()
	ctx, end := context.WithTimeout(context.Background(), time.Minute)
	defer end()
	d, err := m.Workspace.Next(ctx)
	if err != nil {
		m.t.Fatal(err)
	}
	return deltaMsg{delta: d}
}

// news returns the changes of all that was written so far, file by file, and that there are no more.
func (m *slowly) news() (all []tea.Msg) {
	for m.edits < m.Workspace.Edits() {
		one := m.next()
		m.edits += one.delta.Edits
		for _, t := range one.delta.Put {
			d := one.delta
			d.Put, d.Gone, d.Edits = []*tasks.Task{t}, nil, 0
			all = append(all, deltaMsg{delta: d})
		}
		one.delta.Put = nil
		all = append(all, one)
	}
	return all
}

// does runs the queued edit. The changes of the first n files come before its answer, the rest after it.
func (m *slowly) does(n int) {
	m.t.Helper()
	for m.queue.current != nil {
		answer := m.queue.current.runForTest()
		news := m.news()
		n := min(n, len(news))
		for _, msg := range append(append(slices.Clone(news[:n]), answer), news[n:]...) {
			m.Update(msg)
		}
	}
}

func (m *slowly) reads(name, want string) {
	m.t.Helper()
	if b, err := os.ReadFile(filepath.Join(m.dir, name)); err != nil || !strings.Contains(string(b), want) {
		m.t.Errorf("%s reads %s (%v), want %s; the board says %q", name, b, err, want, m.NoticeText())
	}
}

const (
	parse = `{"id": 1, "subject": "Parse", "description": "", "status": "pending", "blockedBy": [], "blocks": [], "owner": ""}`
	emit  = `{"id": 2, "subject": "Emit", "description": "", "status": "pending", "blockedBy": [1], "blocks": [], "owner": ""}`
	test  = `{"id": 3, "subject": "Test", "description": "", "status": "pending", "blockedBy": [], "blocks": [], "owner": ""}`
)

// Parse is claimed, completed in the column at its right, and Emit, which waited for it, is claimed.
func TestTheNextKeySeesTheWholeEditBeforeItWheneverItsChangesCome(t *testing.T) {
	for n := range 4 { // so many changes of files come before the answer to the edit
		m := overFiles(t, map[string]string{"task_1.json": parse, "task_2.json": emit})
		for _, msg := range press("gcldhc") {
			m.Update(msg)
		}
		m.does(n)
		m.reads("task_1.json", `"status": "completed"`)
		m.reads("task_2.json", `"status": "in_progress"`)
		if len(m.typed.held) > 0 || m.Model.edits.Writing(tasks.Key{Name: "task_1.json"}) || m.Model.edits.Writing(tasks.Key{Name: "task_2.json"}) {
			t.Errorf("%d files told before the answer: %d keys wait, or its card is marked", n, len(m.typed.held))
		}
	}
}

func TestKeysTypedAtOnceMeanWhatTheyMeanOneByOne(t *testing.T) {
	for _, keys := range []string{"gcjc", "gDyc", "gcGd", "gcuj", "gclrhc"} {
		at := func(once bool) string {
			m := overFiles(t, map[string]string{"task_1.json": parse, "task_2.json": strings.Replace(emit, "[1]", "[]", 1), "task_3.json": test})
			for _, msg := range press(keys) {
				m.Update(msg)
				if !once {
					m.does(0)
				}
			}
			m.does(1)
			var all []string
			for _, name := range []string{"task_1.json", "task_2.json", "task_3.json"} {
				b, _ := os.ReadFile(filepath.Join(m.dir, name))
				all = append(all, string(b))
			}
			k, _ := m.selected()
			return strings.Join(append(all, k.Name, m.NoticeText()), "\n")
		}
		if once, slow := at(true), at(false); once != slow {
			t.Errorf("%s at once:\n%s\none by one:\n%s", keys, once, slow)
		}
	}
}

func TestKeysForAnotherListDoNotReachThisOne(t *testing.T) {
	m := overFiles(t, map[string]string{"task_1.json": parse})
	other := overFiles(t, map[string]string{"task_3.json": test})
	m.switchTo(nil)
	for _, msg := range press("gc") {
		m.Update(msg)
	}
	d, err := workspace.Open(locate.Place{Dir: other.dir}, workspace.Options{})
	testdir.Must(t, err)
	m.Update(openedMsg{workspace: d})
	for !m.Board.Loaded() {
		m.Update(m.next())
	}
	m.edits = 0
	for m.queue.current != nil { // the other workspace is closed first
		m.Update(m.queue.current.runForTest())
	}
	m.reads("task_1.json", `"pending"`)
	other.reads("task_3.json", `"in_progress"`)
}

func TestQuittingWaitsUntilAnEditIsWritten(t *testing.T) {
	m := measure(t, 100, 120, 40)
	m.queue.Enqueue(func() tea.Msg { return nil })
	if cmd := m.quit(); cmd != nil || m.quitIfDone() != nil {
		t.Fatal("it quits while an edit is written")
	}
	m.Update(dequeuedMsg{})
	if m.quitIfDone() == nil {
		t.Error("it does not quit when the edit is written")
	}
}

func TestQuittingASecondTimeDoesNotWait(t *testing.T) {
	m := measure(t, 100, 120, 40)
	m.queue.Enqueue(func() tea.Msg { return nil })
	m.quit()
	if cmd := m.quit(); cmd == nil {
		t.Error("it cannot be quit while an edit is written")
	}
}

// runForTest runs the current command, and returns the message that Bubble Tea would get.
func (q *queuedCmd) runForTest() tea.Msg { return dequeuedMsg{q.run()} }

func TestTheNextKeyOrFocusFindsThatADirectoryCanBeWrittenAgain(t *testing.T) {
	for what, msg := range map[string]tea.Msg{"a key": press("j")[0], "focus": tea.FocusMsg{}, "the mouse": tea.MouseClickMsg{}} {
		m := overFiles(t, map[string]string{"task_1.json": `{"id": 1, "subject": "a", "description": "", "status": "pending", "blockedBy": [], "owner": ""}`})
		m.open.notWritable = fs.ErrPermission // as the directory was for a while
		m.Update(msg)
		if m.open.notWritable != nil {
			t.Errorf("%s: %v", what, m.open.notWritable)
		}
	}
}
