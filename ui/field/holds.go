package field

import "unicode/utf8"

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
