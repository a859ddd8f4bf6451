// Package field is text that is being typed: one line or several, as plain values.
//
// A form writes back only what the person changed, so the text of a field is exact bytes: tabs, carriage returns,
// control characters and marks stay as they were everywhere the person did not edit. What is shown of it goes
// through safetext, and the cursor stands between whole characters as a person counts them. Nothing here knows a
// key, a colour or a screen.
package field

import (
	"unicode/utf8"
)

// Op is one thing done in a field. Which key does it is decided elsewhere.
type Op uint8

const (
	Insert            Op = iota + 1 // the text that was typed
	Paste                           // the text that was pasted
	Newline                         // in an Area; ignored in a Line
	Backspace                       // the character before the cursor
	Delete                          // the character behind the cursor
	DeleteWordLeft                  // to the start of the word before the cursor
	DeleteWordRight                 // to the end of the word behind the cursor
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
	PageUp
	PageDown
	Top    // the start of the text
	Bottom // the end of the text
	Undo   // the last edit; letters typed in one go count as one
)

// Outcome is what came of an Op.
type Outcome uint8

const (
	Ignored   Outcome = iota // nothing to do: the cursor is at the edge, the field has no such thing
	Moved                    // the cursor moved
	Edited                   // the text changed
	Flattened                // the text changed; line breaks of a paste became spaces, for a Line has none
	Full                     // nothing changed: the text would pass MaxBytes
)

// MaxBytes is the longest text a field holds.
const MaxBytes = 64 << 10

// CanHold reports whether a field can hold s and give it back unchanged, and in words why not. A text it cannot hold is
// for an editor of the person's own.
func CanHold(s string) (ok bool, why string) {
	switch {
	case len(s) > MaxBytes:
		return false, "longer than 64 KiB"
	case !utf8.ValidString(s):
		return false, "not valid UTF-8"
	}
	return true, ""
}
