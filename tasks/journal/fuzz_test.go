//go:build unix

package journal

import (
	"bytes"
	"reflect"
	"testing"
)

// FuzzAnyBytesAreReadAsLines reads any bytes as a journal: nothing makes the program stumble, and a line that was
// understood is understood the same when it is written anew.
func FuzzAnyBytesAreReadAsLines(f *testing.F) {
	for _, e := range []Entry{sample(), {What: Opened, Path: "/p/.tasks"}, {What: Done, ID: 1, Applied: sample().Edit.Steps}, {What: Lost, Kept: "x"}} {
		raw, err := spell(e)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
		f.Add(append(raw[:len(raw)/2], append([]byte("\n"), raw...)...))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, e := range entries(raw) {
			line, err := spell(e)
			if err != nil {
				continue // a time before the years, for one
			}
			again, err := read(bytes.TrimSpace(line))
			if err != nil || !reflect.DeepEqual(again, e) {
				t.Fatalf("%s\nread %+v\nthen %+v, %v", raw, e, again, err)
			}
		}
	})
}
