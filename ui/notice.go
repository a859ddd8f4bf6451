package ui

import (
	"errors"
	"fmt"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// notice is something to be read now: it takes the place of the news until the next key or for a while.
type notice struct {
	words string // raw: made safe when it is shown
	level view.Level
	until time.Time
}

// noticeFor is how long a notice stays when no key is pressed.
const noticeFor = 12 * time.Second

func (n notice) text() string { return n.words }

func (n notice) news() view.News {
	return view.News{Level: n.level, Line: view.Line{{Text: safetext.Line(n.words), Style: style.Plain}}}
}

func (m *Model) post(words string, level view.Level) {
	m.notice = notice{words: words, level: level, until: m.now.Add(noticeFor)}
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

// wordedError says in the words of the board what the store answered.
func wordedError(e tasks.Edit, err error) error {
	verb := "Not " + e.Verb.Past()
	var c *tasks.Conflict
	var half *workspace.Unfinished
	switch {
	case errors.As(err, &half):
		return fmt.Errorf("%s, but %s", e.Verb.Past(), half.But())
	case errors.As(err, &c) && c.Gone:
		return fmt.Errorf("%s: its file is gone", verb)
	case errors.As(err, &c) && c.By != "" && c.By != e.Who:
		return fmt.Errorf("%s: %s was first", verb, c.By)
	case errors.As(err, &c) && c.Member != "":
		return fmt.Errorf("%s: its %q changed meanwhile. Look again, then repeat", verb, c.Member)
	case errors.As(err, &c):
		return fmt.Errorf("%s: its %s changed meanwhile. Look again, then repeat", verb, c.Field)
	}
	return fmt.Errorf("%s: %w", verb, err)
}
