package store

import (
	"os"
	"slices"
	"testing"
)

// names returns the names of the entries of a survey, sorted.
func (v Survey) names() []string {
	var all []string
	for _, e := range v.Entries {
		all = append(all, e.Name)
	}
	slices.Sort(all)
	return all
}

func TestASurveyNamesEverythingButGoodTasks(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", s07File(1, "a", "pending"))
	b.write("task_2.json", "broken]")
	b.write("notes.txt", "")
	must(t, os.Mkdir(b.path("task_1.json.lock"), 0o755))
	compared, err := b.s.Survey(t.Context())
	must(t, err)
	known, err := b.s.SurveyKnown()
	must(t, err)
	for _, v := range []Survey{compared, known} {
		if want := []string{"notes.txt", "task_1.json.lock", "task_2.json"}; !slices.Equal(v.names(), want) || len(v.Tasks) != 1 {
			t.Errorf("%d tasks beside %v", len(v.Tasks), v.names())
		}
	}
	b.write("task_2.json", s07File(2, "b", "pending"))
	b.write("task_3.json", s07File(3, "c", "pending"))
	b.refresh("task_2.json", "task_3.json")
	b.write("task_3.json", "broken]")
	if known, err = b.s.SurveyKnown(); err != nil || !slices.Equal(known.names(), []string{"notes.txt", "task_1.json.lock"}) || len(known.Tasks) != 3 {
		t.Errorf("%v, %d tasks beside %v", err, len(known.Tasks), known.names())
	}
}

func TestAKnownSurveyFindsNoChangeAndNamesNewFiles(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", s07File(1, "a", "pending"))
	b.refresh()
	b.write("task_1.json", s07File(1, "a", "completed"))
	b.write("task_2.json", s07File(2, "b", "pending"))
	known, err := b.s.SurveyKnown()
	must(t, err)
	if len(known.Tasks) != 1 || known.Tasks[0] != b.tasks["task_1.json"] || !slices.Equal(known.names(), []string{"task_2.json"}) {
		t.Errorf("%+v", known)
	}
	compared, err := b.s.Survey(t.Context())
	must(t, err)
	if len(compared.Tasks) != 2 || len(compared.Entries) != 0 {
		t.Errorf("%+v", compared)
	}
	b.refresh()
	if len(b.tasks) != 2 || b.tasks["task_1.json"].Status.String() != "completed" {
		t.Errorf("what a survey found was not handed over: %v", b.tasks)
	}
}

func TestRawReadsIntoTheMemoryItIsGiven(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	text := s07File(1, "a", "pending")
	b.write("task_1.json", text)
	buf := make([]byte, 0, 4<<10)
	raw, err := b.s.Raw("task_1.json", buf)
	if err != nil || string(raw) != text || &raw[0] != &buf[:1][0] {
		t.Errorf("%q, %v", raw, err)
	}
	if raw, err = b.s.Raw("task_1.json", nil); err != nil || string(raw) != text {
		t.Errorf("%q, %v", raw, err)
	}
	for _, name := range []string{"task_2.json", "../task_1.json", ""} {
		if raw, err = b.s.Raw(name, buf); err == nil {
			t.Errorf("%s: %q", name, raw)
		}
	}
}
