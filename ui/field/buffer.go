package field

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sideboard/ui/safetext"
)

// maxUndo is how many edits a field remembers.
const maxUndo = 100

// buffer is the text of a field and the cursor in it: what a Line and an Area have in common.
type buffer struct {
	text   string
	opened string
	at     int    // the cursor, a byte offset between two clusters
	flat   bool   // one line: line breaks are characters like others
	undo   []edit // the last edits, the newest last; never changed in place, so that copies are independent
	typing bool   // the next letter may join the newest edit
}

// edit is one replacement: at offset at, now took the place of was, and the cursor was at cursor before.
type edit struct {
	at, cursor int
	was, now   string
}

// cluster gives the length in bytes and cells of the whole character at i, in the line that ends at end.
func (b *buffer) cluster(i, end int) (n, w int) {
	if c := b.text[i]; ' ' <= c && c < 0x7f && (i+1 >= end || b.text[i+1] < utf8.RuneSelf) {
		return 1, 1
	}
	shown, n := safetext.First(b.text[i:end])
	return max(n, 1), shown.Width()
}

// breakAt gives the length of the line break at i, 0 where there is none.
func (b *buffer) breakAt(i int) int {
	switch {
	case b.flat:
		return 0
	case strings.HasPrefix(b.text[i:], "\n"):
		return 1
	case strings.HasPrefix(b.text[i:], "\r\n"):
		return 2
	}
	return 0
}

// lineStart and lineEnd give the bounds of the line i is in, without its break.
func (b *buffer) lineStart(i int) int {
	if b.flat {
		return 0
	}
	return strings.LastIndexByte(b.text[:i], '\n') + 1
}

func (b *buffer) lineEnd(i int) int {
	if b.flat {
		return len(b.text)
	}
	n := strings.IndexByte(b.text[i:], '\n')
	if n < 0 {
		return len(b.text)
	}
	if n > 0 && b.text[i+n-1] == '\r' {
		n--
	}
	return i + n
}

// next gives the offset behind the character at i, i itself at the end.
func (b *buffer) next(i int) int {
	if i >= len(b.text) {
		return i
	}
	if n := b.breakAt(i); n > 0 {
		return i + n
	}
	n, _ := b.cluster(i, b.lineEnd(i))
	return i + n
}

// prev gives the offset of the character before i, i itself at the start.
func (b *buffer) prev(i int) int {
	if i == 0 {
		return 0
	}
	start := b.lineStart(i)
	if start == i {
		if i > 1 && b.text[i-2] == '\r' {
			return i - 2
		}
		return i - 1
	}
	if c := b.text[i-1]; ' ' <= c && c < 0x7f && (i-1 == start || b.text[i-2] < utf8.RuneSelf) {
		return i - 1
	}
	at := start
	for end := b.lineEnd(i); at < i; {
		n, _ := b.cluster(at, end)
		if at+n >= i {
			break
		}
		at += n
	}
	return at
}

// snap gives the first offset from i on that lies between two characters: what was typed may have joined what
// stands behind it.
func (b *buffer) snap(i int) int {
	at := b.lineStart(i)
	for end := b.lineEnd(at); at < i; {
		if at >= end {
			return b.next(at)
		}
		n, _ := b.cluster(at, end)
		at += n
	}
	return at
}

// replace puts now in the place of the bytes from start to end, the cursor behind it, and remembers it. An edit
// that would make the text longer than MaxBytes is refused.
func (b *buffer) replace(start, end int, now string, typed bool) Outcome {
	if start == end && now == "" {
		return Ignored
	}
	if grown := len(now) - (end - start); grown > 0 && len(b.text)+grown > MaxBytes {
		return Full
	}
	was := b.text[start:end]
	if !typed || !b.join(start, end, now) {
		kept := b.undo[max(0, len(b.undo)-maxUndo+1):]
		b.undo = append(slices.Clone(kept), edit{at: start, cursor: b.at, was: strings.Clone(was), now: strings.Clone(now)})
	}
	b.text = b.text[:start] + now + b.text[end:]
	b.at = b.snap(start + len(now))
	b.typing = typed
	return Edited
}

// join adds an edit to the newest one: letters typed one behind the other, up to the end of a word, and characters
// deleted one before the other.
func (b *buffer) join(start, end int, now string) bool {
	if !b.typing || len(b.undo) == 0 {
		return false
	}
	last := b.undo[len(b.undo)-1]
	was := b.text[start:end]
	switch {
	case was == "" && last.was == "" && last.at+len(last.now) == start && !newWord(last.now, now):
		last.now += now
	case now == "" && last.now == "" && end == last.at:
		last.at, last.was = start, was+last.was
	default:
		return false
	}
	b.undo = append(slices.Clone(b.undo[:len(b.undo)-1]), last)
	return true
}

func newWord(before, now string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(now)
	return unicode.IsSpace(last) && !unicode.IsSpace(first)
}

// revert takes the newest edit back.
func (b *buffer) revert() Outcome {
	if len(b.undo) == 0 {
		return Ignored
	}
	last := b.undo[len(b.undo)-1]
	b.undo = b.undo[:len(b.undo)-1]
	b.text = b.text[:last.at] + last.was + b.text[last.at+len(last.now):]
	b.at = b.snap(min(last.cursor, len(b.text)))
	b.typing = false
	return Edited
}

// move puts the cursor at i.
func (b *buffer) move(i int) Outcome {
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

// handle does what both kinds of field do alike. Vertical moves and line breaks are the Area's own.
func (b *buffer) handle(op Op, text string) Outcome {
	switch op {
	case Insert:
		return b.replace(b.at, b.at, text, true)
	case Paste:
		return b.replace(b.at, b.at, text, false)
	case Backspace:
		return b.replace(b.prev(b.at), b.at, "", true)
	case Delete:
		return b.replace(b.at, b.next(b.at), "", false)
	case BackWord:
		return b.replace(b.wordLeft(b.at), b.at, "", false)
	case KillWord:
		return b.replace(b.at, b.wordRight(b.at), "", false)
	case KillLeft:
		return b.replace(b.lineStart(b.at), b.at, "", false)
	case KillRight:
		if end := b.lineEnd(b.at); end > b.at {
			return b.replace(b.at, end, "", false)
		}
		return b.replace(b.at, b.next(b.at), "", false)
	case Left:
		return b.move(b.prev(b.at))
	case Right:
		return b.move(b.next(b.at))
	case WordLeft:
		return b.move(b.wordLeft(b.at))
	case WordRight:
		return b.move(b.wordRight(b.at))
	case Home:
		return b.move(b.lineStart(b.at))
	case End:
		return b.move(b.lineEnd(b.at))
	case Top:
		return b.move(0)
	case Bottom:
		return b.move(len(b.text))
	case Undo:
		return b.revert()
	}
	return Ignored
}

// shown gives the characters from start to end as they are drawn, of a line that ends at lineEnd.
func (b *buffer) shown(start, end, lineEnd int) safetext.Text {
	if plain := b.text[start:end]; isPlain(plain) {
		return safetext.Line(plain)
	}
	var parts []safetext.Text
	for start < end {
		n, _ := b.cluster(start, lineEnd)
		t, _ := safetext.First(b.text[start:lineEnd])
		parts = append(parts, t)
		start += n
	}
	return safetext.Join(safetext.Text{}, parts...)
}

func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}
