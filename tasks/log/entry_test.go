//go:build unix

package log

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// FuzzAnyBytesAreReadAsLines reads any bytes as a journal: nothing panics, and a line that was read is read the
// same after it is written again. Only an object can be a line of a later version, whose edit stays open.
func FuzzAnyBytesAreReadAsLines(f *testing.F) {
	for _, e := range []Entry{sample(), {What: Opened, Path: "/p/.tasks"}, {What: Done, Edit: tasks.Edit{ID: 1}, Applied: sample().Edit.Steps}, {What: Lost, Kept: "x"}} {
		raw, err := encode(e)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
		f.Add(append(raw[:len(raw)/2], append([]byte("\n"), raw...)...))
	}
	f.Add([]byte("\"0\"\nnull\n[{}]\n7"))
	f.Add([]byte(`{"":"000000000","whAt":{}}`))
	f.Add([]byte(`{"what":"done","edit":"1","applied":[{"do":"change","file":{"Name":"a"},"changes":[{"op":"add"}]}]}`))
	f.Add([]byte(`{"what":"done","edit":"1","applied":[{"do":"change","file":{"Name":"a"},"changes":[{"field":"owner"}]}]}`))
	f.Add([]byte(`{"what":"done","edit":"1","applied":[{"file":{"Name":"a"}}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !bytes.ContainsRune(raw, '{') && len(decoded(raw, "")) > 0 {
			t.Fatalf("%s\nno object is in it, and lines are read: %+v", raw, decoded(raw, ""))
		}
		for _, e := range decoded(raw, "") {
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

func TestALineIsReadAsItWasWritten(t *testing.T) {
	for _, e := range []Entry{sample(), {At: time.Unix(5, 0).UTC(), What: Done, Edit: tasks.Edit{ID: 1}, Made: []tasks.Key{{Name: "x"}}, Applied: sample().Edit.Steps, Error: "no"}} {
		raw, err := encode(e)
		testdir.Must(t, err)
		got, err := decode(raw)
		testdir.Must(t, err)
		if !reflect.DeepEqual(got, e) {
			t.Errorf("got  %+v\nwant %+v\n%s", got, e, raw)
		}
	}
	raw, _ := encode(sample())
	for _, word := range []string{`"verb":"undo"`, `"do":"change"`, `"field":"owner","op":"set","to":{"text":"me"}`} {
		if !strings.Contains(string(raw), word) {
			t.Errorf("a person looks for %s in %s", word, raw)
		}
	}
}

func TestALineDoesNotNameTheList(t *testing.T) {
	e := sample()
	e.setList("red")
	raw, err := encode(e)
	testdir.Must(t, err)
	if all := decoded(raw, "blue"); strings.Contains(string(raw), `"red"`) || len(all) != 1 || all[0].Edit.Steps[1].Key.List != "blue" {
		t.Errorf("%s\nread %+v", raw, all)
	}
}

func TestAnyBytesAreKeptAsTheyAre(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		raw := rapid.SliceOf(rapid.Byte()).Draw(rt, "bytes")
		text := rapid.String().Draw(rt, "text")
		for _, b := range [][]byte{raw, []byte(text)} {
			line, err := encode(Entry{What: Prepared, Edit: tasks.Edit{Verb: tasks.VerbEdit}, Before: b})
			testdir.Must(t, err)
			got, err := decode(line)
			if err != nil || string(got.Before) != string(b) || (got.Before == nil) != (b == nil) {
				rt.Fatalf("%q became %q, %v", b, got.Before, err)
			}
		}
	})
}

func TestALineThatBreaksOffIsSkippedAndTheNextIsWhole(t *testing.T) {
	r, _, _ := openTestJournal(t)
	testdir.Must(t, r.Append(sample(), false))
	r.mu.Lock()
	r.own.Write([]byte(`{"at":"2026-03-01T12:00:00Z","what":"prep`))
	r.own.torn = true
	r.mu.Unlock()
	testdir.Must(t, r.Append(sample(), false))
	all, err := r.Read()
	if err != nil || len(all) != 3 {
		t.Errorf("%d lines, %v", len(all), err)
	}
}

func decoded(raw []byte, list string) []Entry {
	all, _ := decodeAll(bytes.NewReader(raw), list, maxLines)
	return all
}

// oldJournal is sample as the first versions wrote it.
const oldJournal = `{"at":"2026-03-01T12:00:00.000000005Z","what":"prepared","dev":1,"ino":9223372036854775809,"edit":"9223372036854775815","verb":"undo","of":{"List":"","Name":"task_1.json"},"who":"me","asked":"2026-03-01T12:00:00Z","undoes":"3","group":"9223372036854775810","subject":"a\u2028b\u0001","step":1,"file":"task_1.json","temp":".sideboard-1.tmp","needs":[{"file":{"List":"","Name":"task_1.json"},"field":"status","is":{"text":"pending"}},{"file":{"List":"","Name":"task_1.json"},"idle":"me"}],"steps":[{"do":"raise the mark","file":{"List":"","Name":""},"mark":7},{"do":"create","file":{"List":"","Name":"task_1.json"},"bytes":{}},{"do":"delete","file":{"List":"","Name":"task_1.json"}},{"do":"change","file":{"List":"","Name":"task_1.json"},"changes":[{"field":"owner","op":"set","to":{"text":"me"}},{"field":"waits for","op":"add","to":{"ref":{"Text":"1","Num":true}}},{"field":"blocks","op":"drop","from":{"refs":[]},"to":{"ref":{"Text":"2","Num":false}}},{"field":"member","member":"x","op":"unset","from":{"raw":"[1.50]"}},{"field":"time of change","op":"touch"}]}],"draft":{"Subject":"s","Description":"","ActiveForm":"","Owner":"","ID":"","WaitsFor":[{"Text":"1","Num":true}],"Metadata":null},"before":{"base64":"eyJhIjogIrUifQ=="},"after":{"text":"<&>"},"sum":"s"}`

func TestALineOfAnOldJournalIsReadAsEver(t *testing.T) {
	alone := sample()
	alone.Edit.Group = 0
	for line, want := range map[string]Entry{oldJournal: sample(), strings.Replace(oldJournal, `"group":"9223372036854775810",`, "", 1): alone} {
		if got, err := decode([]byte(line)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v\n%v", got, want, err)
		}
	}
}
