package journal

import (
	"encoding/base64"
	"fmt"
	"time"
	"unicode/utf8"

	"sideboard/tasks"
)

// line is an entry as it is spelled: words where the program has numbers, because people read it when something
// went wrong.
type line struct {
	At      time.Time    `json:"at"`
	What    What         `json:"what"`
	Dev     uint64       `json:"dev"`
	Ino     uint64       `json:"ino"`
	Path    string       `json:"path,omitempty"`
	ID      uint64       `json:"edit,omitempty,string"`
	Verb    string       `json:"verb,omitempty"`
	Of      *tasks.Key   `json:"of,omitempty"`
	Who     string       `json:"who,omitempty"`
	Asked   *time.Time   `json:"asked,omitempty"`
	Undoes  uint64       `json:"undoes,omitempty,string"`
	Group   uint64       `json:"group,omitempty,string"`
	Subject string       `json:"subject,omitempty"`
	Step    int          `json:"step,omitempty"`
	File    string       `json:"file,omitempty"`
	Temp    string       `json:"temp,omitempty"`
	Needs   []needLine   `json:"needs,omitempty"`
	Steps   []stepLine   `json:"steps,omitempty"`
	Draft   *tasks.Draft `json:"draft,omitempty"`
	Made    []tasks.Key  `json:"made,omitempty"`
	Applied []stepLine   `json:"applied,omitempty"`
	Before  *bytesLine   `json:"before,omitempty"`
	After   *bytesLine   `json:"after,omitempty"`
	Sum     string       `json:"sum,omitempty"`
	Error   string       `json:"error,omitempty"`
	Kept    string       `json:"kept,omitempty"`
}

type stepLine struct {
	Do      string       `json:"do"`
	Key     tasks.Key    `json:"file"`
	Changes []changeLine `json:"changes,omitempty"`
	Mark    uint64       `json:"mark,omitempty"`
	Raw     *bytesLine   `json:"bytes,omitempty"`
}

type changeLine struct {
	Field  string     `json:"field"`
	Member string     `json:"member,omitempty"`
	Op     string     `json:"op"`
	From   *valueLine `json:"from,omitempty"`
	To     *valueLine `json:"to,omitempty"`
}

type needLine struct {
	Key   tasks.Key  `json:"file"`
	Field string     `json:"field,omitempty"`
	Is    *valueLine `json:"is,omitempty"`
	Idle  string     `json:"idle,omitempty"`
}

// valueLine is a value; none at all is tasks.None.
type valueLine struct {
	Text *string     `json:"text,omitempty"`
	Ref  *tasks.ID   `json:"ref,omitempty"`
	Refs *[]tasks.ID `json:"refs,omitempty"`
	Raw  *string     `json:"raw,omitempty"`
}

// bytesLine is text as itself, and what is no text in base 64.
type bytesLine struct {
	Text   string `json:"text,omitempty"`
	Base64 string `json:"base64,omitempty"`
}

func bytesOf(raw []byte) *bytesLine {
	switch {
	case raw == nil:
		return nil
	case utf8.Valid(raw):
		return &bytesLine{Text: string(raw)}
	}
	return &bytesLine{Base64: base64.StdEncoding.EncodeToString(raw)}
}

func (b *bytesLine) raw() ([]byte, error) {
	switch {
	case b == nil:
		return nil, nil
	case b.Base64 != "":
		return base64.StdEncoding.DecodeString(b.Base64)
	}
	return []byte(b.Text), nil
}

func valueOf(v tasks.Value) *valueLine {
	switch v.Kind {
	case tasks.Text:
		return &valueLine{Text: &v.Text}
	case tasks.Ref:
		return &valueLine{Ref: &v.ID}
	case tasks.Refs:
		ids := v.IDs()
		if ids == nil {
			ids = []tasks.ID{}
		}
		return &valueLine{Refs: &ids}
	case tasks.RawVal:
		return &valueLine{Raw: &v.Text}
	}
	return nil
}

func (v *valueLine) value() tasks.Value {
	switch {
	case v == nil:
		return tasks.Value{}
	case v.Text != nil:
		return tasks.Value{Kind: tasks.Text, Text: *v.Text}
	case v.Ref != nil:
		return tasks.RefValue(*v.Ref)
	case v.Refs != nil:
		return tasks.RefsValue(*v.Refs)
	case v.Raw != nil:
		return tasks.Value{Kind: tasks.RawVal, Text: *v.Raw}
	}
	return tasks.Value{}
}

// wordOf returns which of the values from first to last a word names.
func wordOf[V interface {
	~uint8
	String() string
}](first, last V, word string) (V, error) {
	for v := first; v <= last; v++ {
		if v.String() == word {
			return v, nil
		}
	}
	return 0, fmt.Errorf("unknown word %q", word)
}
