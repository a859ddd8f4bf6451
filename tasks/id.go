package tasks

import (
	"cmp"
	"strconv"
)

// Key names a task by its file. The file is the identity, never the id inside it: two files may carry the same
// id, and an id may disagree with its file's name. List is "" when only one list is open.
type Key struct{ List, Name string }

// Compare orders keys the way a person counts: digit runs by value, so that task_2.json comes before
// task_10.json.
func (k Key) Compare(o Key) int {
	if c := cmp.Compare(k.List, o.List); c != 0 {
		return c
	}
	return Natural(k.Name, o.Name)
}

// ID is a task's id as its file spells it. The number 1 and the string "1" are different ids: agents of the
// dialects that write numbers compare numbers, and never find the string.
type ID struct {
	Text string
	Num  bool // written as a JSON number
}

// String gives the id without quotes. It is for people: "1" and 1 read the same.
func (id ID) String() string { return id.Text }

// Empty says that there is no id at all.
func (id ID) Empty() bool { return id.Text == "" }

// Int gives the id as a number where it reads as one, quoted or not.
func (id ID) Int() (int64, bool) {
	n, err := strconv.ParseInt(id.Text, 10, 64)
	return n, err == nil
}

// Natural compares two strings with every run of digits taken as a number of any length, everything else byte
// by byte. Strings that differ only in leading zeros are told apart by length, so that it is a total order.
func Natural(a, b string) int {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		if isDigit(a[i]) && isDigit(b[j]) {
			si, sj := i, j
			for i < len(a) && isDigit(a[i]) {
				i++
			}
			for j < len(b) && isDigit(b[j]) {
				j++
			}
			if c := compareDigits(a[si:i], b[sj:j]); c != 0 {
				return c
			}
			continue
		}
		if a[i] != b[j] {
			return cmp.Compare(a[i], b[j])
		}
		i++
		j++
	}
	if c := cmp.Compare(len(a)-i, len(b)-j); c != 0 {
		return c
	}
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	return cmp.Compare(a, b)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func compareDigits(a, b string) int {
	for len(a) > 1 && a[0] == '0' {
		a = a[1:]
	}
	for len(b) > 1 && b[0] == '0' {
		b = b[1:]
	}
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	return cmp.Compare(a, b)
}
