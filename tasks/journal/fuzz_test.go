//go:build unix

package journal

import (
	"bytes"
	"reflect"
	"testing"
)

// FuzzAnyBytesAreReadAsLines reads any bytes as a journal: nothing makes the program stumble, and a line that was
// understood is understood the same when it is written anew. Only an object can be the line of a later version, which
// keeps what it belongs to open.
func FuzzAnyBytesAreReadAsLines(f *testing.F) {
	for _, e := range []Entry{sample(), {What: Opened, Path: "/p/.tasks"}, {What: Done, ID: 1, Applied: sample().Edit.Steps}, {What: Lost, Kept: "x"}} {
		raw, err := encode(e)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
		f.Add(append(raw[:len(raw)/2], append([]byte("\n"), raw...)...))
	}
	f.Add([]byte("\"0\"\nnull\n[{}]\n7"))
	f.Add([]byte(`{"":"000000000","whAt":{}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !bytes.ContainsRune(raw, '{') && len(decodeAll(raw, "")) > 0 {
			t.Fatalf("%s\nno object is in it, and lines are read: %+v", raw, decodeAll(raw, ""))
		}
		for _, e := range decodeAll(raw, "") {
			if e.Unknown {
				continue // it is never written anew
			}
			line, err := encode(e)
			if err != nil {
				continue // a time before the years, for one
			}
			again, err := decode(bytes.TrimSpace(line))
			if err != nil || !reflect.DeepEqual(again, e) {
				t.Fatalf("%s\nread %+v\nthen %+v, %v", raw, e, again, err)
			}
		}
	})
}
