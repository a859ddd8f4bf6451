// Package field has text fields of one line and of several lines, as values.
//
// A form writes back only what the person changed, so a field keeps the exact bytes of its text: tabs, carriage
// returns, control characters and marks stay as they are wherever the person does not edit. The text is shown through
// safetext, and the cursor is always between two grapheme clusters. The package knows no keys, colours or screens.
package field

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sideboard/ui/safetext"
)

// Op is an operation on a field.
type Op uint8

const (
	Insert            Op = iota + 1 // the text that was typed
	Paste                           // the text that was pasted
	Newline                         // in an Area; ignored in a Line
	Backspace                       // the character before the cursor
	Delete                          // the character after the cursor
	DeleteWordLeft                  // to the start of the word before the cursor
	DeleteToLineStart               // to the start of the line
	DeleteToLineEnd                 // to the end of the line; at its end, the line break
	Left
	Right
	WordLeft
	WordRight
	Home // the start of the line
	End  // the end of the line
	Up
	Down
	Bottom // the end of the text
	Undo   // the last edit; letters typed in one go count as one
)

// Outcome is the result of an Op.
type Outcome uint8

const (
	Ignored   Outcome = iota // nothing to do: the cursor is at the edge, or the field has no such operation
	Moved                    // the cursor moved
	Edited                   // the text changed
	Flattened                // the text changed; line breaks of a paste became spaces, because a Line has none
	Full                     // nothing changed: the text would be longer than MaxBytes
)

// MaxBytes is the longest text a field holds.
const MaxBytes = 64 << 10

// CanHold reports whether a field can hold s and return it unchanged, and in words why not.
func CanHold(s string) (ok bool, why string) {
	switch {
	case len(s) > MaxBytes:
		return false, "longer than 64 KiB"
	case !utf8.ValidString(s):
		return false, "not valid UTF-8"
	}
	return true, ""
}

// buffer is the common part of Line and Area: the text and the cursor.
type buffer struct {
	text       string
	opened     string
	at         int    // the cursor, a byte offset between two clusters
	singleLine bool   // one line: line breaks are characters like others
	undo       []edit // the newest last; never changed in place, so that copies are independent
	typing     bool   // the next letter may be merged into the newest edit
}

// Value returns the exact text.
func (b buffer) Value() string { return b.text }

// Opened returns the text with which the field was opened.
func (b buffer) Opened() string { return b.opened }

// Changed reports whether the text differs from Opened.
func (b buffer) Changed() bool { return b.text != b.opened }

// cluster returns the length in bytes and in cells of the grapheme cluster at i, in the line that ends at end.
func (b *buffer) cluster(i, end int) (n, w int) {
	if isPlain(b.text[i:i+1]) && (i+1 >= end || b.text[i+1] < utf8.RuneSelf) {
		return 1, 1
	}
	if r, size := utf8.DecodeRuneInString(b.text[i:end]); unicode.Is(ideographs, r) {
		if next, _ := utf8.DecodeRuneInString(b.text[i+size : end]); i+size == end || next < utf8.RuneSelf ||
			unicode.Is(ideographs, next) {
			return size, 2
		}
	}
	shown, n := safetext.First(b.text[i:end])
	return max(n, 1), shown.Width()
}

// ideographs are characters of two cells, each a cluster of its own unless a mark follows. They are not measured: texts
// of them are long.
var ideographs = &unicode.RangeTable{R16: []unicode.Range16{ // marks of a sentence, Hiragana, Katakana, Han
	{Lo: 0x3001, Hi: 0x3002, Stride: 1}, {Lo: 0x3041, Hi: 0x3096, Stride: 1}, {Lo: 0x30a1, Hi: 0x30fa, Stride: 1},
	{Lo: 0x4e00, Hi: 0x9fff, Stride: 1},
}}

// breakAt returns the length of the line break at i, 0 if there is none.
func (b *buffer) breakAt(i int) int {
	switch {
	case b.singleLine:
		return 0
	case strings.HasPrefix(b.text[i:], "\n"):
		return 1
	case strings.HasPrefix(b.text[i:], "\r\n"):
		return 2
	}
	return 0
}

// lineStart returns the start of the line of i, lineEnd its end without the line break.
func (b *buffer) lineStart(i int) int {
	if b.singleLine {
		return 0
	}
	return strings.LastIndexByte(b.text[:i], '\n') + 1
}

func (b *buffer) lineEnd(i int) int {
	if b.singleLine {
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

// next returns the offset after the cluster at i, i itself at the end.
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

// prev returns the offset of the cluster before i, i itself at the start.
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
	if isPlain(b.text[i-1:i]) && (i-1 == start || b.text[i-2] < utf8.RuneSelf) {
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

// nextBoundary returns the first offset from i on that is between two clusters: typed text may have joined the text
// after it.
func (b *buffer) nextBoundary(i int) int {
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

// shown returns the text from start to end as it is drawn, in a line that ends at lineEnd.
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

// isPlain reports whether a text is printable ASCII: each byte is a cluster of one cell, shown as it is.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}
