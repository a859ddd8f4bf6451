package tasks

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxOwner is how many bytes the name of an owner has at most that this program writes. Names that agents wrote may be longer.
const MaxOwner = 256

// CheckOwner returns why a name must not be written as an owner, nil if it may.
func CheckOwner(name string) error {
	switch {
	case len(name) > MaxOwner:
		return fmt.Errorf("the name of an owner has at most %d bytes, and this one has %d", MaxOwner, len(name))
	case CleanOwner(name) != strings.Trim(name, " "):
		return fmt.Errorf("the name of an owner is one line of plain characters, and %+.60q is not", name)
	}
	return nil
}

// CleanOwner returns a name as it may be written as an owner: in one line, without characters that cannot be seen, cut to MaxOwner.
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
