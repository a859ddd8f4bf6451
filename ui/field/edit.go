package field

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxUndo is the number of edits that can be undone.
const maxUndo = 100

// edit is the replacement of was by now at an offset; cursor is the cursor before it.
type edit struct {
	at, cursor int
	was, now   string
}

// replace replaces the bytes from start to end by now, puts the cursor after it, and adds the edit to those that can be
// undone. It refuses an edit that would make the text longer than MaxBytes.
func (b *buffer) replace(start, end int, now string, typed bool) Outcome {
	if start == end && now == "" {
		return Ignored
	}
	if grown := len(now) - (end - start); grown > 0 && len(b.text)+grown > MaxBytes {
		return Full
	}
	was := b.text[start:end]
	if !typed || !b.joinNewest(start, end, now) {
		kept := b.undo[max(0, len(b.undo)-maxUndo+1):]
		b.undo = append(slices.Clone(kept),
			edit{at: start, cursor: b.at, was: strings.Clone(was), now: strings.Clone(now)})
	}
	b.text = b.text[:start] + now + b.text[end:]
	b.at = b.nextBoundary(start + len(now))
	b.typing = typed
	return Edited
}

// joinNewest merges an edit into the newest one, and reports whether it did: it merges the letters of a word that are
// typed in sequence, and characters that are deleted in sequence.
func (b *buffer) joinNewest(start, end int, now string) bool {
	if !b.typing {
		return false
	}
	last := b.undo[len(b.undo)-1]
	was := b.text[start:end]
	switch {
	case last.was == "" && last.at+len(last.now) == start && !beginsWord(last.now, now):
		last.now += now
	case now == "" && end == last.at:
		last.at, last.was = start, was+last.was
	default:
		return false
	}
	b.undo = append(slices.Clone(b.undo[:len(b.undo)-1]), last)
	return true
}

// beginsWord reports whether text typed after before begins another word.
func beginsWord(before, now string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(now)
	return unicode.IsSpace(last) && !unicode.IsSpace(first)
}

// undoNewest undoes the newest edit.
func (b *buffer) undoNewest() Outcome {
	if len(b.undo) == 0 {
		return Ignored
	}
	last := b.undo[len(b.undo)-1]
	b.undo = b.undo[:len(b.undo)-1]
	b.text = b.text[:last.at] + last.was + b.text[last.at+len(last.now):]
	b.at = b.nextBoundary(min(last.cursor, len(b.text)))
	b.typing = false
	return Edited
}

// handleShared carries out the operations that are the same for Line and Area.
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

// wordLeft returns the start of the word before i, wordRight the end of the word after it.
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
	for b.inWord(i) { // no word goes on at the end
		i = b.next(i)
	}
	return i
}

func (b *buffer) inWord(i int) bool {
	r, _ := utf8.DecodeRuneInString(b.text[i:])
	return r == '_' || unicode.In(r, unicode.L, unicode.N, unicode.M)
}
