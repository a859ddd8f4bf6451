package host

import (
	"errors"
	"time"

	"sideboard/board"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// noticeFor is how long a notice stays when no key is pressed, TransientFor how long what is worth a short look.
const (
	noticeFor    = 12 * time.Second
	TransientFor = 4 * time.Second
)

// Notices shows one notice at a time: it takes the place of the news until the next key, or for a while.
type Notices struct {
	Clock func() time.Time
	text  string // raw: made safe when it is shown
	level view.Level
	until time.Time
}

// Info answers a key without judging: nothing was done, or it is only shown differently.
func (n *Notices) Info(text string) { n.Post(text, view.Notice) }

// Success says that something was done.
func (n *Notices) Success(text string) { n.Post(text, view.Good) }

// Warn says that something was not done, or needs care.
func (n *Notices) Warn(text string) { n.Post(text, view.Warning) }

// Error says that something broke.
func (n *Notices) Error(text string) { n.Post(text, view.Danger) }

// Post shows a notice of a level.
func (n *Notices) Post(text string, level view.Level) { n.show(text, level, noticeFor) }

// Mention shows a notice for a moment.
func (n *Notices) Mention(text string) { n.show(text, view.Info, TransientFor) }

// Alert is Error for what has to be read: it stays longer.
func (n *Notices) Alert(text string) { n.show(text, view.Danger, 3*noticeFor) }

// Refuse says why something was not done.
func (n *Notices) Refuse(err error) {
	if no, ok := errors.AsType[board.Refusal](err); ok {
		n.Warn(no.Error())
		return
	}
	n.Warn(phrase.Sentence(err.Error()))
}

func (n *Notices) show(text string, level view.Level, stay time.Duration) {
	n.text, n.level, n.until = text, level, n.Clock().Add(stay)
}

// NoticeText returns the notice, "" for none, and NoticeUntil when it ends by itself.
func (n *Notices) NoticeText() string     { return n.text }
func (n *Notices) NoticeUntil() time.Time { return n.until }

// ClearNotice gives the line back to the news.
func (n *Notices) ClearNotice() { n.text, n.level, n.until = "", 0, time.Time{} }

// JustDone reports whether a notice that something was done is still to be read.
func (n *Notices) JustDone() bool { return n.level == view.Good && n.Clock().Before(n.until) }

// NoticeView returns the notice as the line below the cards.
func (n *Notices) NoticeView() view.News {
	return view.News{Level: n.level, Line: view.Line{{Text: safetext.Line(n.text), Style: style.Plain}}}
}
