package uitest

import (
	"fmt"
	"testing"
)

// The keys of these scenarios are sent at once.

func TestScenarioKeysPressedAtOnceAreWrittenInTheirOrder(t *testing.T) {
	t.Parallel()
	for keys, want := range map[string]string{
		"cu":     s12(undoA, "Parse", "pending", "null", "[]"),
		"cdou":   s12(undoA, "Parse", "completed", `"ann"`, "[]"),
		"cu\x12": s12(undoA, "Parse", "in_progress", `"ann"`, "[]"), // ctrl+r
		"crcrc":  s12(undoA, "Parse", "in_progress", `"ann"`, "[]"),
	} {
		t.Run(fmt.Sprintf("%q", keys), func(t *testing.T) {
			t.Parallel()
			h := Open(t, Options{})
			h.Write(undoA+".json", s12(undoA, "Parse", "pending", "null", "[]")).SeesRow("●", "Parse")
			h.Type(keys).Press("n").Sees("New task") // the edit of the last key may be written before or after the form opens; the file counts
			h.Reads(undoA+".json", want).Press("esc").SeesNot("New task")
			h.Press("q").Ended()
			h.Still(undoA+".json", want)
		})
	}
}

func TestScenarioKeysTypedAfterTheKeyOfAFormGoIntoTheForm(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(undoA+".json", s12(undoA, "Parse", "pending", "null", "[]")).SeesRow("●", "Parse")
	h.Type("e duced").Press("ctrl+s").Type("cdu")
	h.Reads(undoA+".json", s12(undoA, "Parse duced", "in_progress", `"ann"`, "[]"))
	h.Press("q").Ended()
	h.Still(undoA+".json", s12(undoA, "Parse duced", "in_progress", `"ann"`, "[]"))
}

func TestScenarioQuittingAtOnceLosesNoEdit(t *testing.T) {
	t.Parallel()
	for range 2 {
		h := Open(t, Options{})
		h.Write(undoA+".json", s12(undoA, "Parse", "pending", "null", "[]")).SeesRow("●", "Parse")
		h.Type("cdq").Ended()
		h.Still(undoA+".json", s12(undoA, "Parse", "completed", `"ann"`, "[]")).NoLitter()
	}
}
