package ui

import (
	"errors"
	"time"

	"sideboard/board"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// noticeFor is how long a notice stays when no key is pressed.
const noticeFor = 12 * time.Second

// notice is something to be read now: it takes the place of the news until the next key or for a while.
type notice struct {
	now   func() time.Time
	words string // raw: made safe when it is shown
	level view.Level
	until time.Time
}

var _ host.Words = &notice{}

// Say answers a key without judging: nothing was done, or it is only shown otherwise.
func (n *notice) Say(words string) { n.Post(words, view.Notice) }

// Did tells that something was done.
func (n *notice) Did(words string) { n.Post(words, view.Good) }

// Warn tells that something was not done, or needs care.
func (n *notice) Warn(words string) { n.Post(words, view.Warning) }

// Fail tells that something broke.
func (n *notice) Fail(words string) { n.Post(words, view.Danger) }

// Post tells something that matters as much as its level says.
func (n *notice) Post(words string, level view.Level) { n.show(words, level, noticeFor) }

// Mention tells what is worth a glance: it stays for a moment.
func (n *notice) Mention(words string) { n.show(words, view.Info, host.GlanceFor) }

// Alert warns of something that is to be read: it stays longer, and no other news replaces it meanwhile.
func (n *notice) Alert(words string) { n.show(words, view.Danger, 3*noticeFor) }

func (n *notice) show(words string, level view.Level, stay time.Duration) {
	n.words, n.level, n.until = words, level, n.now().Add(stay)
}

// Refuse tells why something was not done.
func (n *notice) Refuse(err error) {
	if no, is := errors.AsType[board.Refusal](err); is {
		n.Warn(no.Error())
		return
	}
	n.Warn(phrase.Sentence(err.Error()))
}

// NoticeWords returns what is said, "" for nothing.
func (n *notice) NoticeWords() string { return n.words }

// ClearNotice gives the line back to the news.
func (n *notice) ClearNotice() { n.words, n.level, n.until = "", 0, time.Time{} }

// JustDone reports whether a notice that something was done is still to be read.
func (n *notice) JustDone() bool { return n.level == view.Good && n.now().Before(n.until) }

// news is the notice as the line below the cards.
func (n *notice) news() view.News {
	return view.News{Level: n.level, Line: view.Line{{Text: safetext.Line(n.words), Style: style.Plain}}}
}
