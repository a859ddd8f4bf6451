package host

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"sideboard/ui/view"
)

// timed is notices at a time that a test moves.
type timed struct {
	Notices
	t   *testing.T
	now time.Time
}

func newTimed(t *testing.T) *timed {
	n := &timed{t: t, now: time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)}
	n.Clock = func() time.Time { return n.now }
	return n
}

// says fails if another notice is shown, "" for none.
func (n *timed) says(want string) {
	n.t.Helper()
	if n.NextNotice(); n.NoticeText() != want {
		n.t.Errorf("in second %d it says %q, want %q", n.now.Second(), n.NoticeText(), want)
	}
}

// after lets time pass, and fails if another notice is shown then.
func (n *timed) after(d time.Duration, want string) {
	n.t.Helper()
	n.now = n.now.Add(d)
	n.says(want)
}

// What happens by itself leaves the answer to a key to be read, and nothing of it is left out.
func TestARemarkWaitsUntilTheAnswerToAKeyWasThereToBeRead(t *testing.T) {
	n := newTimed(t)
	says, after := n.says, n.after
	n.Warn("Not claimed")
	n.Remark("offline", view.Warning)
	n.RemarkAlert("overwritten")
	says("Not claimed")
	if n.NoticeUntil() != n.now.Add(TransientFor) {
		t.Errorf("with remarks that wait it ends after %v", n.NoticeUntil().Sub(n.now))
	}
	after(TransientFor-1, "Not claimed")
	after(1, "overwritten") // it has to be read
	n.Mention("eve stumbles")
	n.Warn("Not released") // its answer came late
	after(TransientFor, "overwritten")
	after(TransientFor, "offline")
	n.Warn("Not given")
	n.RemarkAlert("overwritten again")
	after(TransientFor, "overwritten again")
	after(TransientFor, "offline")
	after(TransientFor, "offline")
	n.Mention("eve stumbles")
	says("eve stumbles")
	n.Remark("online", view.Good)
	n.ClearNotice() // a key without an answer
	says("online")
	after(noticeFor, "")
}

func TestOfManyRemarksThatWaitTheNewestAreShown(t *testing.T) {
	n := newTimed(t)
	n.Warn("Not claimed")
	for i := range 3 * mostWaiting {
		n.Remark(strconv.Itoa(i), view.Info)
	}
	var all []string
	for ; n.NoticeText() != ""; n.now = n.now.Add(TransientFor) {
		if n.NextNotice(); n.NoticeText() != "" && !slices.Contains(all, n.NoticeText()) {
			all = append(all, n.NoticeText())
		}
	}
	if len(all) != 1+mostWaiting || all[mostWaiting] != strconv.Itoa(3*mostWaiting-1) {
		t.Errorf("after the answer to a key it shows %q", all)
	}
}

func TestRemarksAboutAnotherListAreNotShown(t *testing.T) {
	n := newTimed(t)
	n.Warn("Not claimed")
	n.Remark("offline", view.Warning)
	n.ForgetRemarks() // as when another list is opened
	n.after(TransientFor, "Not claimed")
}
