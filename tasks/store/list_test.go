package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
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
	must(t, err)
	inList(t, "red", survey)
	doc, err := b.s.Read(b.s.key("task_1.json"))
	must(t, err)
	inList(t, "red", doc)

	complete := b.edit(tasks.VerbComplete, "task_1.json", "me")
	plan, err := b.s.Plan(complete)
	must(t, err)
	inList(t, "red", plan)
	_, err = b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, "task_3.json", "me"))
	inList(t, "red", as[*Refused](t, err))
	late := complete
	late.Needs = []tasks.Need{{Key: late.Of, Field: tasks.FieldStatus, Is: tasks.StatusValue(tasks.Pending)}}
	_, err = b.s.Apply(t.Context(), late)
	inList(t, "red", as[*tasks.Conflict](t, err))
	inList(t, "red", b.mustApply(complete))
	inList(t, "red", b.refresh())
	b.write("task_1.json", s07File(1, "a", "in_progress"))
	b.write("task_2.json", s07File(2, "b", "pending", 1))
	c.now = c.now.Add(reapplyWindow)
	b.s.monitor.runDue(c.now)
	b.refresh()
	inList(t, "red", b.outcomes())
	must(t, b.s.Close())

	b = opened(t, dir, Options{List: "blue", State: state}) // what it is called now
	b.s.monitor.manual = true
	inList(t, "blue", b.mustHistory())
	must(t, os.Remove(b.path("task_2.json")))
	inList(t, "blue", b.refresh("task_2.json"))
	back, err := b.s.Undo(complete.ID)
	must(t, err)
	inList(t, "blue", back)
	must(t, os.Remove(b.path("task_1.json")))
	_, err = b.s.Undo(complete.ID)
	inList(t, "blue", as[*tasks.Conflict](t, err))
}

func TestAnEditStaysInOneList(t *testing.T) {
	b := opened(t, newDir(t), Options{List: "red"})
	b.write("task_1.json", s07File(1, "a", "pending"))
	b.refresh()
	e := b.edit(tasks.VerbClaim, "task_1.json", "me")
	other := e
	other.Also = []tasks.Step{{Key: tasks.Key{List: "blue", Name: "task_1.json"}}}
	if _, err := b.s.Apply(t.Context(), other); err == nil || !strings.Contains(err.Error(), "more lists than red") {
		t.Errorf("a file of another list was changed: %v", err)
	}
	b.mustApply(e)
}

func TestWhatACrashLeftIsFinishedInAListOfAnotherName(t *testing.T) {
	dir, state := newDir(t), t.TempDir()
	b := opened(t, dir, Options{List: "red", State: state})
	b.write("task_1.json", s07File(1, "a", "in_progress"))
	b.write("task_2.json", s07File(2, "b", "pending", 1))
	b.refresh()
	b.mustApply(b.edit(tasks.VerbComplete, "task_1.json", "me"))
	must(t, b.s.Close())
	b.write("task_2.json", s07File(2, "b", "pending", 1)) // as if the second step had not been taken
	ended, err := filepath.Glob(filepath.Join(state, "*", "*.jsonl"))
	if err != nil || len(ended) != 1 {
		t.Fatal(ended, err)
	}
	lines := strings.SplitAfter(b.readPath(ended[0]), "\n")
	var crashed []string
	for _, l := range lines {
		if !strings.Contains(l, `"what":"done"`) && !strings.Contains(l, `"file":"task_2.json"`) {
			crashed = append(crashed, l)
		}
		if strings.Contains(l, `"red"`) {
			t.Errorf("the journal names the list: %s", l)
		}
	}
	must(t, os.WriteFile(strings.TrimSuffix(ended[0], ".jsonl")+".open.jsonl", []byte(strings.Join(crashed, "")), 0o600), os.Remove(ended[0]))

	b = opened(t, dir, Options{List: "blue", State: state})
	news := b.outcomes()
	if len(news) != 1 || news[0].What != Finished || b.read("task_2.json") != s07File(2, "b", "pending") {
		t.Fatalf("%+v\n%s", news, b.read("task_2.json"))
	}
	inList(t, "blue", news)
	inList(t, "blue", b.mustHistory())
}
