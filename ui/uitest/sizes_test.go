package uitest

import (
	"fmt"
	"strings"
	"testing"
)

// awkward are subjects whose width differs from their number of characters.
var awkward = []string{
	"日本語のとても長い見出しがここにあります", "👍🏽👩‍👩‍👧‍👦🇩🇪 flags and families", "שלום עולם زمان", "e\u0301\u0302\u0303\u0304\u0305\u0306 combining",
	"ﷺ ﷽ wide letters", "한국어 제목", "नमस्ते दुनिया", "tab\\tand\\nline", "\u200bzero\u200dwidth\ufeff", "\u202eoverride\u202c", "a\u0334\u0335\u0336b", "⚠️ ☂︎ 1️⃣ #️⃣",
}

// openSizes opens a board with awkward subjects in every column.
func openSizes(t *testing.T, o Options) *Driver {
	t.Helper()
	h := Open(t, o)
	n := 0
	for _, status := range []string{"pending", "in_progress", "completed"} {
		for i, subject := range awkward {
			n++
			h.Write(fmt.Sprintf("task_%d.json", n), s07by(fmt.Sprint(n), subject, status, awkward[(i+3)%len(awkward)], "[]"))
		}
	}
	h.Sees(fmt.Sprintf("of %d done", n))
	return h
}

// drawn reports whether the screen was drawn for its size: its last row has the keys.
func (h *Driver) drawn() bool {
	rows := h.Cells()
	return strings.TrimSpace(strings.Join(rows[len(rows)-1], "")) != ""
}

func TestScenarioManyResizesEndInACompleteScreen(t *testing.T) {
	t.Parallel()
	h := openSizes(t, Options{W: 120, H: 40})
	bob := h.Agent("s07", "bob")
	for i := range 120 {
		h.Resize(20+(i*37)%281, 5+(i*23)%96)
		if i%10 == 0 {
			bob.Writes("task_1.json", s07(fmt.Sprint(1), fmt.Sprintf("Storm %d", i), "pending", "[]"))
		}
		if i%7 == 0 {
			h.Press("j", "enter")
		}
	}
	h.Resize(120, 40).Press("esc").Sees("In progress", "Completed", "Storm 110", "live")
	h.Await("a whole board", func() bool { return h.drawn() })
	if rows := h.Cells(); len(rows) != 40 {
		t.Errorf("the screen has %d rows", len(rows))
	}
}
