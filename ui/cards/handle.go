package cards

import "sideboard/keymap"

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
	case keymap.FollowMoved:
		m.followCard()
	case keymap.Fold:
		m.foldParts()
	case keymap.GroupByOwner:
		m.groupByOwner()
	case keymap.Filter:
		m.startFilter()
	default:
		return false
	}
	return true
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
