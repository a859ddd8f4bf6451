package tasks

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxOwner is the length in bytes of the longest owner's name that this program writes. Agents may write longer ones.
const MaxOwner = 256

// CheckOwner returns why a name must not be written as an owner, nil if it may be.
func CheckOwner(name string) error {
	switch {
	case len(name) > MaxOwner:
		return fmt.Errorf("the name of an owner has at most %d bytes, and this one has %d", MaxOwner, len(name))
	case CleanOwner(name) != strings.Trim(name, " "):
		return fmt.Errorf("the name of an owner is one line of plain characters, and %+.60q is not", name)
	}
	return nil
}

// CleanOwner returns a name as it may be written as an owner: one line of printable characters, at most MaxOwner bytes.
// A blank stands for each other character, and what is too long is cut off.
func CleanOwner(name string) string {
	name = strings.Map(func(r rune) rune {
		const joiner = '\u200d' // of emoji
		if r == joiner || unicode.IsPrint(r) && r != utf8.RuneError {
			return r
		}
		return ' '
	}, name)
	if len(name) > MaxOwner {
		name = strings.ToValidUTF8(name[:MaxOwner], "")
	}
	return strings.TrimSpace(name)
}
