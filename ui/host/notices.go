package host

import (
	"errors"
	"slices"
	"time"

	"sideboard/board"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// noticeFor is how long a notice stays when no key is pressed, alertFor one that has to be read, TransientFor what is
// worth a short look.
const (
	noticeFor    = 12 * time.Second
	TransientFor = 4 * time.Second
	alertFor     = 3 * noticeFor
)

// mostWaiting is how many remarks wait at most; the oldest give way.
const mostWaiting = 8

// Notices shows one notice at a time: it takes the place of the news until the next key, or for a while. A remark,
// which no key asked for, takes the place of another notice only when that was there for TransientFor: else the answer
// to a key could not be read. An answer takes the place of a remark at once, which then waits again unless it was there
// for as long. What has to be read comes before other remarks.
type Notices struct {
	Clock func() time.Time
	notice
	waiting []notice // remarks, the oldest first
}

// notice is a line about something. The zero value is none.
type notice struct {
	text   string // raw: made safe when it is shown
	level  view.Level
	remark bool
	stay   time.Duration
	gives  time.Time // when it gives way to a remark
	leaves time.Time
}

// Info answers a key without judging: nothing was done, or it is only shown differently.
func (n *Notices) Info(text string) { n.Post(text, view.Notice) }

// Success shows that something was done.
func (n *Notices) Success(text string) { n.Post(text, view.Good) }

// Warn shows that something was not done, or needs care.
func (n *Notices) Warn(text string) { n.Post(text, view.Warning) }

// Error shows that something broke.
func (n *Notices) Error(text string) { n.Post(text, view.Danger) }

// Post shows a notice of a level.
func (n *Notices) Post(text string, level view.Level) {
	n.show(notice{text: text, level: level, stay: noticeFor})
}

// Alert is Error for what has to be read: it stays longer.
func (n *Notices) Alert(text string) { n.show(notice{text: text, level: view.Danger, stay: alertFor}) }

// Mention shows a remark for a moment, or not at all if it would have to wait.
func (n *Notices) Mention(text string) {
	if n.isFree() {
		n.show(notice{text: text, level: view.Info, stay: TransientFor})
	}
}

// Remark shows what happened by itself.
func (n *Notices) Remark(text string, level view.Level) {
	n.wait(notice{text: text, level: level, remark: true, stay: noticeFor})
}

// RemarkAlert is Remark for what has to be read.
func (n *Notices) RemarkAlert(text string) {
	n.wait(notice{text: text, level: view.Danger, remark: true, stay: alertFor})
}

// Refuse shows why something was not done.
func (n *Notices) Refuse(err error) {
	if no, ok := errors.AsType[board.Refusal](err); ok {
		n.Warn(no.Error())
		return
	}
	n.Warn(phrase.Sentence(err.Error()))
}

func (n *Notices) show(next notice) {
	if n.remark && !n.isFree() {
		n.waiting = slices.Insert(n.waiting, 0, n.notice)
		n.leaveOut()
	}
	now := n.Clock()
	next.gives, next.leaves = now.Add(TransientFor), now.Add(next.stay)
	n.notice = next
}

func (n *Notices) wait(next notice) {
	n.waiting = append(n.waiting, next)
	n.leaveOut()
	n.NextNotice()
}

// leaveOut drops a remark if too many wait: the oldest that does not have to be read, if there is one.
func (n *Notices) leaveOut() {
	if len(n.waiting) > mostWaiting {
		i := max(0, slices.IndexFunc(n.waiting, func(r notice) bool { return !r.isAlert() }))
		n.waiting = slices.Delete(n.waiting, i, i+1)
	}
}

// isAlert reports whether the notice has to be read.
func (n *notice) isAlert() bool { return n.stay == alertFor }

// isFree reports whether a remark may be shown now.
func (n *Notices) isFree() bool { return n.text == "" || !n.Clock().Before(n.gives) }

// NextNotice ends the notice if it was there for long enough, and shows the next remark that waits.
func (n *Notices) NextNotice() {
	if n.text != "" && !n.Clock().Before(n.leaves) {
		n.ClearNotice()
	}
	if len(n.waiting) > 0 && n.isFree() {
		i := max(0, slices.IndexFunc(n.waiting, func(r notice) bool { return r.isAlert() }))
		next := n.waiting[i]
		n.waiting = slices.Delete(n.waiting, i, i+1)
		n.show(next)
	}
}

// NoticeText returns the notice, "" for none, and NoticeUntil when it ends by itself or gives way.
func (n *Notices) NoticeText() string { return n.text }
func (n *Notices) NoticeUntil() time.Time {
	if len(n.waiting) > 0 {
		return n.gives
	}
	return n.leaves
}

// ClearNotice gives the line back to the news, or to the remarks that wait.
func (n *Notices) ClearNotice() { n.notice = notice{} }

// ForgetRemarks drops the remarks that wait.
func (n *Notices) ForgetRemarks() { n.waiting = nil }

// JustDone reports whether a notice that something was done is still to be read.
func (n *Notices) JustDone() bool { return n.level == view.Good && n.Clock().Before(n.leaves) }

// NoticeView returns the notice as the line below the cards.
func (n *Notices) NoticeView() view.News {
	return view.News{Level: n.level, Line: view.Line{{Text: safetext.Line(n.text), Style: style.Plain}}}
}
