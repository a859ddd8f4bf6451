package cli

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	cards "sideboard/board"
	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// onTerminal is what is printed for a terminal of a width, in colour.
func onTerminal(width int) *paper {
	return &paper{width: width, glyphs: style.GlyphSet(false), sheet: style.New(true, colorprofile.ANSI), now: time.Now()}
}

func TestDoctorWrapsAtWordsUnderItsHeadsOnATerminal(t *testing.T) {
	what := "it waits for task_1778000000_0020, which no file of this directory has, and for task_1778000000_0021 as well"
	r := report{Dir: "/p/.tasks", files: 3, board: cards.New()}
	r.setFindings(dialect.All()[0], []doctor.Finding{
		{Severity: doctor.Error, Files: []tasks.Key{{Name: "task_1.json"}}, What: what, Why: "nobody can ever complete that", Hint: "Repair it."},
		{Severity: doctor.Note, Files: []tasks.Key{{Name: "task_2.json"}}, What: "it is \x1b[2J long", Why: "it is"},
	})
	for _, width := range []int{40, 64, 120} {
		var out strings.Builder
		testdir.Must(t, r.writeText(onTerminal(width), &out))
		if !strings.Contains(out.String(), "\x1b[") || strings.Contains(out.String(), "\x1b[2J") {
			t.Errorf("it is coloured by %q", out.String())
		}
		rows := strings.Split(strings.TrimRight(ansi.Strip(out.String()), "\n"), "\n")
		words := ""
		for i, row := range rows[1 : len(rows)-1] {
			if ansi.StringWidth(row) > width {
				t.Errorf("at %d: a row of %d cells: %q", width, ansi.StringWidth(row), row)
			}
			if begins := len(row) > 0 && row[0] != ' '; begins && rows[i] != "" || !begins && row != "" && !strings.HasPrefix(row, "         ") {
				t.Errorf("at %d: %q does not stand under its head:\n%s", width, row, strings.Join(rows, "\n"))
			}
			words += strings.TrimSpace(strings.TrimPrefix(row, "error")) + " "
		}
		if !strings.Contains(words, "task_1.json: "+what+" ") {
			t.Errorf("at %d a word was broken:\n%s", width, strings.Join(rows, "\n"))
		}
		if last := rows[len(rows)-1]; last != "1 error, 1 note." {
			t.Errorf("it ends with %q", last)
		}
	}
}

// People know tasks by their titles, scripts by their files.
func TestDoctorGoesByTitlesOnATerminalAndByFilesElsewhere(t *testing.T) {
	first := &tasks.Task{Key: tasks.Key{Name: "task_1.json"}, ID: tasks.ID{Text: "1", Num: true}, Subject: "Parse", Traits: dialect.All()[0]}
	r := report{Dir: "/p/.tasks", files: 2, board: cards.New()}
	r.board.Apply(tasks.Delta{Put: []*tasks.Task{first}, Whole: true, At: time.Now()})
	r.setFindings(dialect.All()[0], []doctor.Finding{{Severity: doctor.Error, Files: []tasks.Key{first.Key}, What: "its status is done", Why: "nobody starts it"}})
	for want, w := range map[string]*paper{
		"error    #1 Parse\n         task_1.json: its status is done\n": onTerminal(80),
		"error    task_1.json: its status is done\n":                    {glyphs: style.GlyphSet(false)},
	} {
		var out strings.Builder
		testdir.Must(t, r.writeText(w, &out))
		if got := ansi.Strip(out.String()); !strings.Contains(got, want) {
			t.Errorf("%q says nothing of %q", got, want)
		}
	}
}

func TestDoctorSaysOnceWhatIsTheSameOfSeveralFiles(t *testing.T) {
	r := report{Dir: "/p/.tasks", files: 3, board: cards.New()}
	lacks := func(file, what string) doctor.Finding {
		return doctor.Finding{Severity: doctor.Warning, Files: []tasks.Key{{Name: file}}, What: what, Why: "agents look for it", Hint: "Add it."}
	}
	r.setFindings(dialect.All()[0], []doctor.Finding{
		lacks("task_1.json", "it lacks an owner"), lacks("task_2.json", "it lacks an owner"), lacks("task_3.json", "it lacks a subject"),
		{Severity: doctor.Warning, Files: []tasks.Key{{Name: "task_4.json"}}, What: "it lacks a subject", Why: "agents look for it", Hint: "Delete it."},
		{Severity: doctor.Note, Files: []tasks.Key{{Name: "task_5.json"}}, What: "it lacks a subject", Why: "agents look for it", Hint: "Delete it."},
		{Severity: doctor.Note, Files: []tasks.Key{{Name: "task_6.json"}}, What: "it lacks a subject", Why: "people do", Hint: "Delete it."},
	})
	var out strings.Builder
	testdir.Must(t, r.writeText(&paper{glyphs: style.GlyphSet(false)}, &out))
	_, said, _ := strings.Cut(out.String(), "\n")
	if want := `warning  task_1.json: it lacks an owner
warning  task_2.json: it lacks an owner
         Agents look for it.
         Add it.
warning  task_3.json: it lacks a subject
         Agents look for it.
         Add it.
warning  task_4.json: it lacks a subject
         Agents look for it.
         Delete it.
note     task_5.json: it lacks a subject
         Agents look for it.
         Delete it.
note     task_6.json: it lacks a subject
         People do.
         Delete it.
4 warnings, 2 notes.
`; said != want {
		t.Errorf("it says\n%s\nwant\n%s", said, want)
	}
}

func TestListsHaveABarOfWhatIsCompletedOnATerminal(t *testing.T) {
	var list locate.FoundList
	list.Kind, list.Dir, list.Tasks, list.Open = locate.TasksDir, "/p/shop/.tasks", 4, 3
	list.Project, list.Changed = "shop", time.Now()
	var out strings.Builder
	testdir.Must(t, printLists(&out, onTerminal(80), []locate.FoundList{list}, ""))
	want := "NAME  KIND   OPEN  TASKS              CHANGED  DIRECTORY\nshop  tasks     3      4  ━━────────      now  /p/shop/.tasks\n"
	if text := ansi.Strip(out.String()); text != want || !strings.Contains(out.String(), "\x1b[") {
		t.Errorf("it prints\n%s\nwant\n%s", text, want)
	}
	for row := range strings.Lines(ansi.Strip(out.String())) {
		if w := safetext.Line(strings.TrimRight(row, "\n")).Width(); w > 80 {
			t.Errorf("a row of %d cells: %s", w, row)
		}
	}
}
