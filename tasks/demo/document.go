package demo

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// document is a JSON object with its members in order. A value is a string, json.Number, bool, nil, []any or
// document.
type document []field

type field struct {
	name  string
	value any
}

func (d document) get(name string) (any, bool) {
	for _, f := range d {
		if f.name == name {
			return f.value, true
		}
	}
	return nil, false
}

func (d document) text(name string) string {
	v, _ := d.get(name)
	s, _ := v.(string)
	return s
}

func (d document) list(name string) []any {
	v, _ := d.get(name)
	l, _ := v.([]any)
	return l
}

// with gives the document with one member set, at its place or at the end.
func (d document) with(name string, v any) document {
	d = slices.Clone(d)
	for i := range d {
		if d[i].name == name {
			d[i].value = v
			return d
		}
	}
	return append(d, field{name, v})
}

// decode reads an object. What an agent of any dialect could not read is an error.
func decode(raw []byte) (document, error) {
	if !utf8.Valid(raw) || !json.Valid(raw) {
		return nil, errors.New("not JSON, or only half of it")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	v, err := decodeValue(d)
	if err != nil {
		return nil, err
	}
	doc, ok := v.(document)
	if !ok {
		return nil, fmt.Errorf("a %T is no task", v)
	}
	return doc, nil
}

func decodeValue(d *json.Decoder) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('['):
		list := []any{}
		for d.More() {
			v, err := decodeValue(d)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = d.Token()
		return list, err
	case json.Delim('{'):
		doc := document{}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := decodeValue(d)
			if err != nil {
				return nil, err
			}
			doc = doc.with(name.(string), v)
		}
		_, err = d.Token()
		return doc, err
	}
	return t, nil
}

// encode writes the object as json.dumps(d, indent=2) and JSON.stringify(d, null, 2) do; with ascii as the first
// does unless it is told otherwise.
func encode(d document, ascii bool) []byte {
	return appendValue(nil, d, "\n", ascii)
}

func appendValue(b []byte, v any, nl string, ascii bool) []byte {
	switch v := v.(type) {
	case string:
		return appendText(b, v, ascii)
	case []any:
		if len(v) == 0 {
			return append(b, "[]"...)
		}
		for i, e := range v {
			b = append(append(append(b, "[,"[min(i, 1)]), nl...), "  "...)
			b = appendValue(b, e, nl+"  ", ascii)
		}
		return append(append(b, nl...), ']')
	case document:
		if len(v) == 0 {
			return append(b, "{}"...)
		}
		for i, f := range v {
			b = append(append(append(b, "{,"[min(i, 1)]), nl...), "  "...)
			b = append(appendText(b, f.name, ascii), ": "...)
			b = appendValue(b, f.value, nl+"  ", ascii)
		}
		return append(append(b, nl...), '}')
	case nil:
		return append(b, "null"...)
	}
	return fmt.Append(b, v)
}

func appendText(b []byte, s string, ascii bool) []byte {
	b = append(b, '"')
	for _, r := range s {
		switch at := strings.IndexRune("\"\\\b\f\n\r\t", r); {
		case at >= 0:
			b = append(b, '\\', `"\bfnrt`[at])
		case r < 0x20 || ascii && 0x7f <= r && r < 0x10000:
			b = fmt.Appendf(b, `\u%04x`, r)
		case ascii && r >= 0x10000:
			b = fmt.Appendf(b, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
