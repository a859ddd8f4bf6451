package cards

import (
	"sideboard/keymap"
	"sideboard/ui/phrase"
)

// Handle does what an action means on the cards; it reports false for one that means nothing there.
func (m *Model) Handle(a keymap.Action) bool {
	switch a {
	case keymap.Up:
		m.moveBy(-1)
	case keymap.Down:
		m.moveBy(1)
	case keymap.Left:
		m.moveAcross(-1)
	case keymap.Right:
		m.moveAcross(1)
	case keymap.First:
		m.moveBy(-1 << 30)
	case keymap.Last:
		m.moveBy(1 << 30)
	case keymap.PageUp:
		m.moveBy(-m.page())
	case keymap.PageDown:
		m.moveBy(m.page())
	case keymap.GoToAttention:
		m.goToAttention()
	case keymap.FollowMoved:
		m.followCard()
	case keymap.Fold:
		m.foldParts()
	case keymap.Filter:
		m.startFilter()
	default:
		return false
	}
	return true
}

// goToAttention goes to the next task that needs a person and says why.
func (m *Model) goToAttention() {
	k, why, ok := m.Board().Attention(m.cursor.key, m.Now(), m.Stalled())
	if !ok {
		m.Say("Nothing needs you")
		return
	}
	m.Reveal(k)
	if m.Board().OwnerGone(k) {
		why = m.GoneWords(m.Board().Task(k)) + ". " + m.KeyOf(keymap.Release) + " releases it"
	}
	m.Say(m.Board().ShortID(k) + phrase.InList(k.List) + " needs you: " + why)
}

// CanFollow reports whether there is a card to go after.
func (m *Model) CanFollow() bool {
	_, _, shown := m.Board().Rank(m.cursor.left)
	return shown && m.cursor.left != m.cursor.key
}

// followCard goes to the card that an edit of ours took away, and from there back to where one worked.
func (m *Model) followCard() {
	from := m.cursor.key
	if !m.CanFollow() {
		m.Say("No card to follow: none that you moved is elsewhere")
		return
	}
	m.Select(m.cursor.left)
	m.cursor.left = from
}

// foldParts hides the parts of the selected container, or shows them again.
func (m *Model) foldParts() {
	k, _ := m.Selected()
	if !m.Board().Fold(k, !m.Board().Folded(k)) {
		m.Warn("Not folded: only a task that stands for its parts can be")
		return
	}
	m.BoardChanged()
}
