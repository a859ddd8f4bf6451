package tasks

import (
	"fmt"
	"time"
)

// Clash is one value that an edit rests on and that is another by now.
type Clash struct {
	Key    Key
	Field  Field
	Member string // of FieldMember: which one
	Base   Value  // what the edit takes it to be
	Ours   Value  // what the edit makes of it; None where it is only a condition of the edit
	Theirs Value  // what it is
	By     string // the owner the file names now, where it tells who was first
	Since  time.Time
}

// Conflict is an edit that was not carried out, because what it rests on no longer holds. Nothing was written.
// Clashes has every value that differs; the first of them is repeated in the conflict itself.
type Conflict struct {
	Key                Key
	Field              Field
	Member             string // of FieldMember: which one
	Base, Ours, Theirs Value
	Gone               bool      // the file is not there any more
	Taken              bool      // the file is to be made anew, and there is one of this name
	By                 string    // the owner the file names now, where it tells who was first
	Since              time.Time // when the file was changed last; zero when unknown
	Clashes            []Clash
	Kept               string // where the bytes of ours lie that were on the disk for an instant; "" if they never were
}

// Clashing makes the conflict of one or more clashes.
func Clashing(all ...Clash) *Conflict {
	c := all[0]
	return &Conflict{
		Key: c.Key, Field: c.Field, Member: c.Member, Base: c.Base, Ours: c.Ours, Theirs: c.Theirs, By: c.By, Since: c.Since,
		Clashes: all,
	}
}

// Error says it plainly; screens word it themselves.
func (c *Conflict) Error() string {
	switch {
	case c.Gone:
		return fmt.Sprintf("%s: the file is gone", c.Key.Name)
	case c.Taken:
		return fmt.Sprintf("%s: there is another file of this name", c.Key.Name)
	case len(c.Clashes) > 1:
		return fmt.Sprintf("%s: %s and %d more changed meanwhile", c.Key.Name, c.Field, len(c.Clashes)-1)
	}
	return fmt.Sprintf("%s: %s changed meanwhile", c.Key.Name, c.Field)
}
