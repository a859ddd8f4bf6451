package uitest

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"regexp"
	"testing"
	"time"
)

// Effects of the terminal's late answers: characters are counted by cluster, and the ground of the selection is mixed from the emulator's
// black. Both redraw more than a test changed. A colour may come with other attributes, which depend on what was drawn before.
const byCluster, mixedGround = "\x1b[?2027h", "48;2;50;63;89"

// frozen opens a board of n tasks in progress whose clock does not run, so that every byte sent is for an action of the test. Its news are one
// new subject: by chance the tasks come in several readings, but so long ago that nothing of that is shown.
func frozen(t testing.TB, n int) *Driver {
	t.Helper()
	h := Open(t, Options{Record: true, At: time.Now().Truncate(time.Minute).Add(30 * time.Second)})
	for i := range n {
		h.Write(file(i), running(i, fmt.Sprintf("Subject %d", i)))
	}
	h.Sees(fmt.Sprintf("In progress %d ", n), fmt.Sprintf("of %d done", n), "live")
	h.Await("the terminal's answers to be heard", func() bool {
		return bytes.Contains(h.Sent(), []byte(byCluster)) && bytes.Contains(h.Sent(), []byte(mixedGround))
	})
	status := base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%d in progress, 0 of %d done", n, n))
	h.Await("the terminal to get the status of the work", func() bool { return bytes.Contains(h.Sent(), []byte("msg="+status)) })
	return h.Later(10*time.Second).Replace(file(0), running(0, "Subject zero")).Sees("Subject zero")
}

func file(i int) string { return fmt.Sprintf("task_%d.json", i) }

func running(i int, subject string) string {
	return s12(fmt.Sprintf("task_%d", i), subject, "in_progress", `"eve"`, "[]")
}

func completed(i int, subject string) string {
	return s12(fmt.Sprintf("task_%d", i), subject, "completed", `"eve"`, "[]")
}

// sends returns what is sent to the terminal from an action until a text is seen.
func (h *Driver) sends(do func(), seen string) []byte {
	h.T.Helper()
	before := len(h.Sent())
	do()
	h.Sees(seen)
	return h.Sent()[before:]
}

// The most that may be sent for a new subject: its card, whose two rows get the ground of what just changed, and with it a line of news.
const newCard, newSubject = 220, 380 // bytes; a few more where the card is the selected one

// newsRow is the jump to the line of news of a screen of 40 rows.
var newsRow = regexp.MustCompile("\x1b\\[3[89];[0-9]+H")

func TestAChangeInPlaceSendsFewBytes(t *testing.T) {
	t.Parallel()
	h := frozen(t, 5)
	all := h.sends(func() { h.Replace(file(2), running(2, "Subject two")) }, "Subject two")
	at := newsRow.FindIndex(all)
	if at == nil {
		t.Fatalf("no news of it: %q", all)
	}
	t.Logf("%d bytes for the card, %d for the line of news", at[0], len(all)-at[0])
	if at[0] > newCard || len(all) > newSubject {
		t.Errorf("a new subject is %d bytes for the card and %d for the news: %q", at[0], len(all)-at[0], all)
	}
}

// A move in a full column shifts the cards below it. Their grounds alternate, so each is sent again, and nothing else of the 4,800 cells.
func TestAMoveSendsOnlyTheCardsThatItShifts(t *testing.T) {
	t.Parallel()
	const shifted = 140 // bytes of a card of one row, in its other ground
	for n, most := range map[int]int{5: 1_500, 60: 1_500 + 28*shifted} {
		h := frozen(t, n)
		sent := h.sends(func() { h.Replace(file(3), completed(3, "Subject 3")) }, "eve completed Subject 3")
		t.Logf("%d bytes for a task that moves among %d", len(sent), n)
		if len(sent) > most {
			t.Errorf("a task that moves among %d is %d bytes, at most %d: %q", n, len(sent), most, sent)
		}
	}
}

func TestAFileRewrittenWithTheSameTextSendsNothing(t *testing.T) {
	t.Parallel()
	h := frozen(t, 5)
	all := h.sends(func() {
		for i := range 20 {
			h.Replace(file(i%5), string(h.Bytes(file(i%5))))
		}
		h.Replace(file(2), running(2, "Subject two"))
	}, "Subject two")
	if len(all) > newSubject {
		t.Errorf("%d bytes where one subject changed: %q", len(all), all)
	}
}
