package ui

import (
	"errors"
	"time"

	"sideboard/board"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// noticeFor is how long a notice stays when no key is pressed.
const noticeFor = 12 * time.Second

func (n notice) text() string { return n.words }

func (n notice) news() view.News {
	return view.News{Level: n.level, Line: view.Line{{Text: safetext.Line(n.words), Style: style.Plain}}}
}

func (m *Model) post(words string, level view.Level) {
	m.notice = notice{words: words, level: level, until: m.now.Add(noticeFor)}
}

// alert warns of something that is to be read: it stays longer, and no other news replaces it meanwhile.
func (m *Model) alert(words string) {
	m.notice = notice{words: words, level: view.Danger, until: m.now.Add(3 * noticeFor)}
}

// clearNotice gives the line back to the news.
func (m *Model) clearNotice() { m.notice = notice{} }

// say answers a key without judging: nothing was done, or it is only shown otherwise.
func (m *Model) say(words string)  { m.post(words, view.Notice) }
func (m *Model) did(words string)  { m.post(words, view.Good) }
func (m *Model) warn(words string) { m.post(words, view.Warning) }
func (m *Model) fail(words string) { m.post(words, view.Danger) }

// refused says why something was not done.
func (m *Model) refused(err error) {
	var no board.Refusal
	if errors.As(err, &no) {
		m.warn(no.Error())
		return
	}
	m.warn(phrase.Sentence(err.Error()))
}
