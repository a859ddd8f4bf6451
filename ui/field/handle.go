package field

import (
	"unicode"
	"unicode/utf8"
)

// handleShared does what both kinds of field do alike. Vertical moves and line breaks are the Area's own.
func (b *buffer) handleShared(op Op, text string) Outcome {
	switch op {
	case Insert:
		return b.replace(b.at, b.at, text, true)
	case Paste:
		return b.replace(b.at, b.at, text, false)
	case Backspace:
		return b.replace(b.prev(b.at), b.at, "", true)
	case Delete:
		return b.replace(b.at, b.next(b.at), "", false)
	case DeleteWordLeft:
		return b.replace(b.wordLeft(b.at), b.at, "", false)
	case DeleteWordRight:
		return b.replace(b.at, b.wordRight(b.at), "", false)
	case DeleteToLineStart:
		return b.replace(b.lineStart(b.at), b.at, "", false)
	case DeleteToLineEnd:
		if end := b.lineEnd(b.at); end > b.at {
			return b.replace(b.at, end, "", false)
		}
		return b.replace(b.at, b.next(b.at), "", false)
	case Left:
		return b.moveTo(b.prev(b.at))
	case Right:
		return b.moveTo(b.next(b.at))
	case WordLeft:
		return b.moveTo(b.wordLeft(b.at))
	case WordRight:
		return b.moveTo(b.wordRight(b.at))
	case Home:
		return b.moveTo(b.lineStart(b.at))
	case End:
		return b.moveTo(b.lineEnd(b.at))
	case Top:
		return b.moveTo(0)
	case Bottom:
		return b.moveTo(len(b.text))
	case Undo:
		return b.undoNewest()
	}
	return Ignored
}

// moveTo puts the cursor at i.
func (b *buffer) moveTo(i int) Outcome {
	b.typing = false
	if i == b.at {
		return Ignored
	}
	b.at = i
	return Moved
}

// wordLeft and wordRight give the start of the word before i and the end of the one behind it.
func (b *buffer) wordLeft(i int) int {
	for i > 0 && !b.inWord(b.prev(i)) {
		i = b.prev(i)
	}
	for i > 0 && b.inWord(b.prev(i)) {
		i = b.prev(i)
	}
	return i
}

func (b *buffer) wordRight(i int) int {
	for i < len(b.text) && !b.inWord(i) {
		i = b.next(i)
	}
	for i < len(b.text) && b.inWord(i) {
		i = b.next(i)
	}
	return i
}

func (b *buffer) inWord(i int) bool {
	r, _ := utf8.DecodeRuneInString(b.text[i:])
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r))
}
