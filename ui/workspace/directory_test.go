package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/workspace"
)

// keysIn returns the keys below a value, with the path of each.
func keysIn(v reflect.Value, path string) map[string]tasks.Key {
	all := map[string]tasks.Key{}
	add := func(below reflect.Value, path string) {
		maps.Copy(all, keysIn(below, path))
	}
	switch {
	case v.IsValid() && v.Type() == reflect.TypeFor[tasks.Key]():
		all[path] = v.Interface().(tasks.Key)
	case v.Kind() == reflect.Pointer && !v.IsNil(), v.Kind() == reflect.Interface && !v.IsNil():
		add(v.Elem(), path)
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			add(v.Index(i), fmt.Sprintf("%s[%d]", path, i))
		}
	case v.Kind() == reflect.Map:
		for it := v.MapRange(); it.Next(); {
			add(it.Key(), path+" key")
			add(it.Value(), path+" value")
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				add(v.Field(i), path+"."+f.Name)
			}
		}
	}
	return all
}

// ofList fails the test unless the value has keys and all of them are of the list.
func ofList(t *testing.T, list string, x any) {
	t.Helper()
	all := keysIn(reflect.ValueOf(x), fmt.Sprintf("%T", x))
	if len(all) == 0 {
		t.Errorf("%T has no key", x)
	}
	for path, k := range all {
		if k.List != list {
			t.Errorf("%s is %+v, want the list %q", path, k, list)
		}
	}
}

// openRedAndBlue opens two lists together, whose files have the same names.
func openRedAndBlue(t *testing.T, text string) (w *workspace.Workspace, news chan tasks.Delta) {
	t.Helper()
	together := locate.ListSet{Dir: t.TempDir()}
	for _, name := range []string{"red", "blue"} {
		dir := filepath.Join(together.Dir, ".tasks", name)
		testdir.Must(t, os.MkdirAll(dir, 0o755))
		writeFile(t, filepath.Join(dir, "task_1.json"), text)
		together.Lists = append(together.Lists, locate.NamedPlace{Place: locate.Place{Dir: dir}, Name: name})
	}
	w, err := workspace.OpenTogether(together, workspace.Options{State: filepath.Join(together.Dir, "state")})
	testdir.Must(t, err)
	news = make(chan tasks.Delta, 1000)
	go func() {
		defer close(news)
		for {
			delta, err := w.Next(context.Background())
			if err != nil {
				return
			}
			news <- delta
		}
	}()
	t.Cleanup(func() { w.Close() })
	return w, news
}

func TestListsThatAreNotOpenedTogetherAreReported(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "file")
	writeFile(t, file, "")
	w, err := workspace.OpenTogether(locate.ListSet{Dir: dir, More: 3, Lists: []locate.NamedPlace{
		{Place: locate.Place{Dir: dir}, Name: "red"}, {Place: locate.Place{Dir: file}, Name: "blue"},
	}}, workspace.Options{})
	testdir.Must(t, err)
	defer w.Close()
	if got := fmt.Sprint(w.OpenErrors()); !strings.Contains(got, "[blue: ") || !strings.Contains(got, " 3 more, the oldest: 2 are") {
		t.Errorf("it reports %s", got)
	}
}

// rename returns an edit of the subject of task_1.
func rename(list, from, to string) tasks.Edit {
	k := tasks.Key{List: list, Name: "task_1.json"}
	return tasks.Edit{
		ID: tasks.EditID(time.Now().UnixNano()), Verb: tasks.VerbEdit, Of: k, Who: "ann", At: time.Now(),
		Needs: []tasks.Need{{Key: k, Field: tasks.FieldSubject, Is: tasks.TextValue(from)}},
		Steps: []tasks.Step{{Kind: tasks.ChangeFile, Key: k, Changes: []tasks.Change{
			{Field: tasks.FieldSubject, Op: tasks.Set, From: tasks.TextValue(from), To: tasks.TextValue(to)},
		}}},
	}
}

func TestEveryKeyOfListsOpenedTogetherNamesItsList(t *testing.T) {
	w, news := openRedAndBlue(t, `{"id":"task_1","subject":"S","description":"","status":"pending","owner":"bob","blockedBy":[]}`)
	k := tasks.Key{List: "blue", Name: "task_1.json"}
	res, err := w.Batch().Apply(t.Context(), rename("blue", "S", "T"))
	testdir.Must(t, err)
	ofList(t, "blue", res)
	if errs := w.OpenErrors(); w.Edits() != 1 || len(errs) > 0 {
		t.Errorf("after one edit there are %d, and %v", w.Edits(), errs)
	}
	for ours := false; !ours; { // the news of the edit comes from its file
		delta, ok := <-news
		if !ok {
			t.Fatal("the edit is never reported of")
		}
		if _, ours = delta.Mine[k]; ours {
			ofList(t, "blue", delta)
		}
	}
	doc, err := w.Read(k)
	if err != nil || doc.Task.Subject != "T" {
		t.Fatalf("%+v %v", doc, err)
	}
	ofList(t, "blue", doc)
	past, err := w.PastEdits()
	if err != nil || len(past) != 1 {
		t.Fatalf("%+v %v", past, err)
	}
	ofList(t, "blue", past)
	back, err := w.Batch().Undo(res.Edit)
	testdir.Must(t, err)
	ofList(t, "blue", back)

	_, err = w.Batch().Apply(t.Context(), rename("blue", "S", "U"))
	var conflict *tasks.ConflictError
	if !errors.As(err, &conflict) {
		t.Fatalf("it was written over: %v", err)
	}
	ofList(t, "blue", conflict)

	found, err := w.Examine(t.Context())
	if err != nil || len(found) != 2 {
		t.Fatalf("%+v %v", found, err)
	}
	for i, list := range []string{"red", "blue"} {
		ofList(t, list, found[i])
		if found[i].Repair.List != list {
			t.Errorf("the repair is for %q", found[i].Repair.List)
		}
	}
	testdir.Must(t, w.Batch().Repair(t.Context(), *found[1].Repair, "ann"))
	if doc, err = w.Read(k); err != nil || doc.Task.Owner != "" {
		t.Errorf("%+v %v", doc, err)
	}
}

func TestAnEditStaysInOneList(t *testing.T) {
	w, _ := openRedAndBlue(t, `{"id":"task_1","subject":"S","description":"","status":"pending","owner":null,"blockedBy":[]}`)
	e := rename("red", "S", "T")
	e.Steps = append(e.Steps, rename("blue", "S", "T").Steps...)
	if _, err := w.Batch().Apply(t.Context(), e); err == nil {
		t.Error("it changed a file of another list")
	}
	for _, list := range []string{"red", "blue"} {
		if doc, err := w.Read(tasks.Key{List: list, Name: "task_1.json"}); err != nil || doc.Task.Subject != "S" {
			t.Errorf("%+v %v", doc, err)
		}
	}
}

func TestAMarkThatChangesAloneIsNews(t *testing.T) {
	dir := filepath.Join(t.TempDir(), ".claude", "tasks", "x")
	testdir.Must(t, os.MkdirAll(dir, 0o755))
	w, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{})
	testdir.Must(t, err)
	defer w.Close()
	if d, err := w.Next(t.Context()); err != nil || d.Loading || d.HighWaterMark != 0 {
		t.Fatalf("%+v, %v", d, err)
	}
	for _, mark := range []uint64{7, 8, 0} {
		path := filepath.Join(dir, ".highwatermark")
		if mark > 0 {
			err = os.WriteFile(path, []byte{byte('0' + mark)}, 0o644)
		} else {
			err = os.Remove(path)
		}
		testdir.Must(t, err)
		if d, err := w.Next(t.Context()); err != nil || d.HighWaterMark != mark {
			t.Fatalf("%d: %+v, %v", mark, d, err)
		}
	}
}
