package dialect

import (
	"fmt"
	"runtime"
	"testing"
	"weak"

	"sideboard/tasks"
)

// A form is inferred from all files of a directory, which may be many: their bytes are not kept.
func TestAnInferredFormKeepsTheBytesOfTheNewestFileAlone(t *testing.T) {
	c := NewCodec("/project/items")
	var kept []weak.Pointer[byte]
	files := func(yield func(string, []byte) bool) {
		for n := range 3 {
			raw := fmt.Appendf(nil, `{"id": "%d", "title": "Parse", "status": "todo"}`, n)
			kept = append(kept, weak.Make(&raw[0]))
			if !yield(fmt.Sprint(n)+".json", raw) {
				return
			}
		}
	}
	none := func(func(string, []byte) bool) {}
	c.Infer(Directory{Files: files, Above: none}, func(*tasks.Form) (words [3]string, yes bool) { return words, false })
	runtime.GC()
	for n, raw := range kept {
		if newest := n == len(kept)-1; (raw.Value() != nil) != newest {
			t.Errorf("the bytes of file %d are kept: %v", n, raw.Value() != nil)
		}
	}
	runtime.KeepAlive(c)
}
