package tasks

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// The log has edits as JSON, with words in place of the numbers of this package: people read it when something went
// wrong. It has no Key.List, which only the process that opened the lists knows.

// Bytes are the bytes of a file. In JSON they are a text if they are valid UTF-8, else base64.
type Bytes []byte

// jsonBytes is the JSON form of Bytes.
type jsonBytes struct {
	Text   string `json:"text,omitempty"`
	Base64 []byte `json:"base64,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (b Bytes) MarshalJSON() ([]byte, error) {
	if b == nil {
		return []byte("null"), nil
	}
	if utf8.Valid(b) {
		return json.Marshal(jsonBytes{Text: string(b)})
	}
	return json.Marshal(jsonBytes{Base64: b})
}

// UnmarshalJSON implements json.Unmarshaler.
func (b *Bytes) UnmarshalJSON(raw []byte) error {
	var s *jsonBytes
	if err := json.Unmarshal(raw, &s); err != nil || s == nil {
		return err
	}
	*b = Bytes(s.Text)
	if len(s.Base64) > 0 {
		*b = s.Base64
	}
	return nil
}

// jsonValue is the JSON form of a Value, an empty object for None.
type jsonValue struct {
	Text *string `json:"text,omitempty"`
	Ref  *ID     `json:"ref,omitempty"`
	Refs *[]ID   `json:"refs,omitempty"`
	Raw  *string `json:"raw,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (v Value) MarshalJSON() ([]byte, error) {
	var s jsonValue
	switch v.Kind {
	case Text:
		s.Text = &v.Text
	case Ref:
		s.Ref = &v.ID
	case Refs:
		ids := append([]ID{}, v.IDs()...)
		s.Refs = &ids
	case RawVal:
		s.Raw = &v.Text
	}
	return json.Marshal(s)
}

// UnmarshalJSON implements json.Unmarshaler.
func (v *Value) UnmarshalJSON(raw []byte) error {
	var s jsonValue
	if err := json.Unmarshal(raw, &s); err != nil {
		return err
	}
	switch {
	case s.Text != nil:
		*v = Value{Kind: Text, Text: *s.Text}
	case s.Ref != nil:
		*v = RefValue(*s.Ref)
	case s.Refs != nil:
		*v = RefsValue(*s.Refs)
	case s.Raw != nil:
		*v = Value{Kind: RawVal, Text: *s.Raw}
	default:
		*v = Value{}
	}
	return nil
}

// MarshalText implements encoding.TextMarshaler.
func (v Verb) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Verb) UnmarshalText(word []byte) error { return setNamed(v, VerbSync, word) }

// MarshalText implements encoding.TextMarshaler.
func (f Field) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (f *Field) UnmarshalText(word []byte) error { return setNamed(f, FieldMember, word) }

// MarshalText implements encoding.TextMarshaler.
func (o Op) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (o *Op) UnmarshalText(word []byte) error { return setNamed(o, Unset, word) }

// MarshalText implements encoding.TextMarshaler.
func (k StepKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *StepKind) UnmarshalText(word []byte) error { return setNamed(k, PutFile, word) }

// setNamed sets to to the value from 1 to last whose String is word.
func setNamed[V interface {
	~uint8
	String() string
}](to *V, last V, word []byte) error {
	for v := V(1); v <= last; v++ {
		if v.String() == string(word) {
			*to = v
			return nil
		}
	}
	return fmt.Errorf("unknown word %q", word)
}
