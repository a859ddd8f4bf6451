package stage

import (
	"time"

	"sideboard/keymap"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// pressedFor is how long a key that was pressed is shown to a room.
const pressedFor = 2 * time.Second

// talk is the board as it is shown while somebody talks about it: with room, with little around it, and with the keys that are pressed.
type talk struct {
	on      bool
	pressed view.Key
	until   time.Time
}

// Talking reports whether somebody talks about the board.
func (m *Model) Talking() bool { return m.talk.on }

// ToggleTalk begins to show the keys that are pressed, or ends it.
func (m *Model) ToggleTalk() {
	m.talk = talk{on: !m.talk.on}
	if !m.talk.on {
		m.Say("No longer for a talk")
	}
	m.Relayout()
}

// Press shows a key that was pressed, by the name it has on the keyboard, and what it does.
func (m *Model) Press(key string, e *keymap.Entry) {
	if m.talk.on && e != nil {
		m.talk.pressed = view.Key{Name: safetext.Line(key), Does: safetext.Line(e.Long)}
		m.talk.until = m.Now().Add(pressedFor)
	}
}

// PressedUntil returns until when a key is shown, the zero time where none is.
func (m *Model) PressedUntil() time.Time {
	if !m.talk.on || !m.Now().Before(m.talk.until) {
		return time.Time{}
	}
	return m.talk.until
}

// TalkView returns what stands at the foot of the screen in a talk, nil where nobody talks.
func (m *Model) TalkView() *view.Talk {
	if !m.talk.on {
		return nil
	}
	t := &view.Talk{}
	if !m.PressedUntil().IsZero() {
		t.Pressed = m.talk.pressed
	}
	return t
}
