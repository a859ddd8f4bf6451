package workspace

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/doctor"
	"sideboard/tasks/store"
)

var keyType = reflect.TypeFor[tasks.Key]()

// carries says that a type has a key somewhere, in fields nobody outside can see too.
func carries(t reflect.Type, met map[reflect.Type]bool) bool {
	if t == keyType {
		return true
	}
	if met[t] {
		return false
	}
	met[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return carries(t.Elem(), met)
	case reflect.Map:
		return carries(t.Key(), met) || carries(t.Elem(), met)
	case reflect.Struct:
		for i := range t.NumField() {
			if carries(t.Field(i).Type, met) {
				return true
			}
		}
	}
	return false
}

// fill puts something into every place that leads to a key: two of everything that there can be several of.
func fill(v reflect.Value, list string) {
	t := v.Type()
	switch {
	case t == keyType:
		v.Set(reflect.ValueOf(tasks.Key{List: list, Name: "1.json"}))
	case t == reflect.TypeFor[error]():
		v.Set(reflect.ValueOf(&tasks.Conflict{Key: tasks.Key{List: list, Name: "1.json"}}))
	case !carries(t, map[reflect.Type]bool{}) && t.Kind() != reflect.Struct:
		if t.Kind() == reflect.Slice && t.Elem() == reflect.TypeFor[error]() {
			v.Set(reflect.MakeSlice(t, 1, 1))
			fill(v.Index(0), list)
		}
	case t.Kind() == reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		fill(v.Elem(), list)
	case t.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(t, 2, 2))
		fill(v.Index(0), list)
		fill(v.Index(1), list)
	case t.Kind() == reflect.Map:
		v.Set(reflect.MakeMap(t))
		k, e := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		fill(k, list)
		fill(e, list)
		v.SetMapIndex(k, e)
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			if f := v.Field(i); f.CanSet() {
				fill(f, list)
			} else if carries(f.Type(), map[reflect.Type]bool{}) {
				panic(fmt.Sprintf("%s.%s has a key that no lane can reach", t, t.Field(i).Name))
			}
		}
	}
}

// others are the keys below a value that are not of a list, and how many keys there are.
func others(v reflect.Value, list, path string) (wrong []string, n int) {
	add := func(below reflect.Value, path string) {
		w, m := others(below, list, path)
		wrong, n = append(wrong, w...), n+m
	}
	switch {
	case v.Type() == keyType:
		if k := v.Interface().(tasks.Key); k.List != list || k.Name != "1.json" {
			wrong = append(wrong, fmt.Sprintf("%s is %v", path, k))
		}
		return wrong, 1
	case v.Type() == reflect.TypeFor[error]() && !v.IsNil():
		var c *tasks.Conflict
		if errors.As(v.Interface().(error), &c) {
			add(reflect.ValueOf(c).Elem(), path)
		}
	case v.Kind() == reflect.Pointer && !v.IsNil():
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
	return wrong, n
}

// holds puts a value of a type, with a key in every place for one, into words and looks at every key of what comes of it,
// and at what it was made of: that is shared, and must stay as it is.
func holds[T any](t *testing.T, from, to string, put func(T) T) {
	t.Helper()
	var x T
	fill(reflect.ValueOf(&x).Elem(), from)
	wrong, n := others(reflect.ValueOf(put(x)), to, reflect.TypeFor[T]().String())
	if len(wrong) > 0 || n == 0 {
		t.Errorf("of %d keys these are wrong: %q", n, wrong)
	}
	if wrong, _ := others(reflect.ValueOf(x), from, reflect.TypeFor[T]().String()); len(wrong) > 0 {
		t.Errorf("what is shared was written to: %q", wrong)
	}
}

func TestEveryKeyThatLeavesARoomNamesItsList(t *testing.T) {
	const l = lane("red")
	holds(t, "", "red", l.delta)
	holds(t, "", "red", l.document)
	holds(t, "", "red", l.edit)
	holds(t, "", "red", l.result)
	holds(t, "", "red", l.past)
	holds(t, "", "red", l.outcome)
	holds(t, "", "red", l.finding)
	holds(t, "", "red", l.conflict)
	holds(t, "", "red", l.refused)
	holds(t, "", "red", l.unfinished)
	holds(t, "red", "", l.enter)
	holds(t, "red", "", l.repair)
	holds(t, "red", "", into.choice)
	holds(t, "red", "", l.inside)
	if r := l.mended(doctor.Repair{Lock: "1.json"}); r.List != "red" || l.repair(r).List != "" {
		t.Errorf("%+v", r)
	}
}

// What a workspace gives and takes is what its methods have in their signatures: of all types there that have a key, one that
// is not among these would go through as it is.
func TestEveryTypeWithAKeyThatADeskGivesOrTakesIsPutIntoWords(t *testing.T) {
	known := []reflect.Type{
		reflect.TypeFor[tasks.Delta](), reflect.TypeFor[tasks.Document](), reflect.TypeFor[tasks.Edit](), reflect.TypeFor[tasks.Result](),
		reflect.TypeFor[[]store.Done](), reflect.TypeFor[<-chan store.Outcome](), reflect.TypeFor[[]doctor.Finding](), reflect.TypeFor[doctor.Repair](),
		reflect.TypeFor[[]store.Choice](), keyType,
		reflect.TypeFor[*tasks.Task](), // MakeTree and its like: only read, to find the directory
	}
	of := reflect.TypeFor[*Workspace]()
	for i := range of.NumMethod() {
		m := of.Method(i)
		var types []reflect.Type
		for i := 1; i < m.Type.NumIn(); i++ {
			types = append(types, m.Type.In(i))
		}
		for i := range m.Type.NumOut() {
			types = append(types, m.Type.Out(i))
		}
		for _, x := range types {
			if x.Kind() == reflect.Chan {
				if !slices.Contains(known, x) && carries(x.Elem(), map[reflect.Type]bool{}) {
					t.Errorf("%s has %s, whose keys no lane puts into words", m.Name, x)
				}
			} else if carries(x, map[reflect.Type]bool{}) && !slices.Contains(known, x) {
				t.Errorf("%s has %s, whose keys no lane puts into words", m.Name, x)
			}
		}
	}
}

func TestAnErrorOfARoomIsFoundWithTheKeysOfTheDesk(t *testing.T) {
	err := fmt.Errorf("not written: %w", &tasks.Conflict{Key: tasks.Key{Name: "1.json"}, Gone: true})
	var c *tasks.Conflict
	if got := lane("red").err(err); got.Error() != err.Error() || !errors.As(got, &c) || c.Key.List != "red" || !c.Gone {
		t.Errorf("%v %+v", got, c)
	}
	if got := lane("red").err(store.ErrNotInHistory); !errors.Is(got, store.ErrNotInHistory) || errors.As(got, &c) && c.Gone && c.Key.List == "" {
		t.Errorf("%v", got)
	}
	if lane("red").err(nil) != nil {
		t.Error("nothing is wrong")
	}
}

func TestAnEditStaysInOneList(t *testing.T) {
	e := tasks.Edit{Of: tasks.Key{List: "red", Name: "1.json"}, Also: []tasks.Step{{Key: tasks.Key{List: "blue", Name: "1.json"}}}}
	if lane("red").within(e) == nil {
		t.Error("it changes a file of another list")
	}
	e.Also[0].Key.List = "red"
	if err := lane("red").within(e); err != nil {
		t.Error(err)
	}
}
