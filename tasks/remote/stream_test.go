package remote

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

// fill sets every value that a message can hold, but for errors, which do not travel: their texts do.
func fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(1)
	case reflect.String:
		v.SetString("text")
	case reflect.Pointer:
		if depth < 8 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), depth+1)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), depth+1)
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		key, of := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, depth+1)
		fill(of, depth+1)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, of)
	case reflect.Struct:
		if v.Type() == timeType {
			v.Set(reflect.ValueOf(time.Unix(7, 8)))
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), depth+1)
			}
		}
	}
}

func TestEveryValueOfAMessageArrives(t *testing.T) {
	for _, m := range []any{new(Message), new(Request)} {
		fill(reflect.ValueOf(m).Elem(), 0)
		got := reflect.New(reflect.TypeOf(m).Elem())
		var sent bytes.Buffer
		testdir.Must(t, newWriter(&sent).write(m))
		testdir.Must(t, newReader(&sent).read(got.Interface()))
		if !reflect.DeepEqual(m, got.Interface()) {
			t.Errorf("sent %+v\ngot %+v", m, got)
		}
	}
}
