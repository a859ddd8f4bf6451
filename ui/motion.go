package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/ui/depview"
)

// motionFrame is how often the board is drawn at most for what moves by itself: many marks that end one after the other end
// together, fifteen times a second. Changes that fade and cards that are lit are the only things that move, and the program
// sleeps whenever none of them does.
const motionFrame = time.Second / 15

// wakeUp sets the alarm for the next moment at which something looks different by itself: a mark fades, a notice ends,
// an age counts a minute up. An alarm that is early enough is left alone.
func (m *Model) wakeUp() tea.Cmd {
	next := m.now.Truncate(time.Minute).Add(time.Minute)
	if t := m.cards.NextChange(); !m.o.Still && !t.IsZero() && t.Before(next) {
		next = t
	}
	if t := m.deps.NextChange(); !t.IsZero() && t.Before(next) {
		next = t
	}
	if m.notice.words != "" && m.notice.until.Before(next) {
		next = m.notice.until
	}
	if t := m.stage.PressedUntil(); !t.IsZero() && t.Before(next) {
		next = t
	}
	if t := m.news.AnswersUntil(); m.screen.bare && t.After(m.now) && t.Before(next) {
		next = t
	}
	if soon := m.now.Add(motionFrame); next.Before(soon) {
		next = soon
	}
	if m.deps.Sparking() {
		next = m.now.Add(depview.SparkFrame)
	}
	if !m.wake.at.IsZero() && m.wake.at.After(m.now) && !m.wake.at.After(next) {
		return nil
	}
	m.wake.seq++
	m.wake.at = next
	seq := m.wake.seq
	return tea.Tick(next.Sub(m.now), func(time.Time) tea.Msg { return tickMsg{seq} })
}

func (msg tickMsg) apply(m *Model) tea.Cmd {
	if m.board.Filter().FollowsTime() {
		m.cards.Refilter()
	}
	m.setTitle() // and tasks stall
	if msg.seq == m.wake.seq {
		m.wake.at = time.Time{}
	}
	if m.notice.words != "" && !m.now.Before(m.notice.until) {
		m.notice.ClearNotice()
	}
	return nil
}
