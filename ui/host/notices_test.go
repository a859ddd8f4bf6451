package host

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"sideboard/ui/view"
)

// What happens by itself leaves the answer to a key to be read, and nothing of it is left out.
func TestARemarkWaitsUntilTheAnswerToAKeyWasThereToBeRead(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	n := Notices{Clock: func() time.Time { return now }}
	says := func(want string) {
		t.Helper()
		if n.NextNotice(); n.NoticeText() != want {
			t.Errorf("after %v it says %q, want %q", now.Second(), n.NoticeText(), want)
		}
	}
	after := func(d time.Duration, want string) {
		t.Helper()
		now = now.Add(d)
		says(want)
	}
	n.Warn("Not claimed")
	n.Remark("offline", view.Warning)
	n.RemarkAlert("overwritten")
	says("Not claimed")
	if n.NoticeUntil() != now.Add(TransientFor) {
		t.Errorf("with remarks that wait it ends after %v", n.NoticeUntil().Sub(now))
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

	n.Warn("Not claimed")
	for i := range 3 * mostWaiting {
		n.Remark(strconv.Itoa(i), view.Info)
	}
	var all []string
	for ; n.NoticeText() != ""; now = now.Add(TransientFor) {
		if n.NextNotice(); n.NoticeText() != "" && !slices.Contains(all, n.NoticeText()) {
			all = append(all, n.NoticeText())
		}
	}
	if len(all) != 1+mostWaiting || all[mostWaiting] != strconv.Itoa(3*mostWaiting-1) {
		t.Errorf("of many remarks it shows %q", all)
	}
	n.Warn("Not claimed")
	n.Remark("offline", view.Warning)
	n.ForgetRemarks()
	after(TransientFor, "Not claimed")
}
