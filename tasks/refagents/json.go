package refagents

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"sync"
	"unicode/utf8"
)

// A JSON value is one of string, number, bool, nil, []any, *object.

// number is the text of a JSON number, of NaN or of an Infinity.
type number string

type member struct {
	name  string
	value any
}

// object keeps its members in order, as a Python dict and a JavaScript object do: a key that comes twice stays
// where it was first and has the value it had last.
type object struct{ members []member }

func (o *object) get(name string) (any, bool) {
	for _, m := range o.members {
		if m.name == name {
			return m.value, true
		}
	}
	return nil, false
}

func (o *object) set(name string, v any) {
	for i := range o.members {
		if o.members[i].name == name {
			o.members[i].value = v
			return
		}
	}
	o.members = append(o.members, member{name, v})
}

// language is whose JSON parser and printer is meant.
type language uint8

const (
	python language = iota
	javascript
)

// maxDepth nesting that is read; Python's own limit is about 1,000 frames.
const maxDepth = 900

// pythonWords are what Python's reader takes for numbers, and the numbers that replace them for the standard library's.
var pythonWords = map[string]string{"NaN": "-1e99999", "Infinity": "-2e99999", "-Infinity": "-3e99999"}

// wordOrString finds these words outside of strings.
var wordOrString = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?Infinity|NaN`) })

// parse reads one JSON text as json.loads or JSON.parse does.
func parse(data []byte, lang language) (any, error) {
	invalid := func(why string) error {
		if lang == javascript {
			return &Raised{Exception: "SyntaxError", Why: why}
		}
		return &Raised{Exception: "JSONDecodeError", Why: why}
	}
	if !utf8.Valid(data) {
		if lang == python {
			return nil, &Raised{Exception: "UnicodeDecodeError", Why: "invalid UTF-8"}
		}
		data = bytes.ToValidUTF8(data, []byte("\uFFFD"))
	}
	if bytes.HasPrefix(data, []byte("\uFEFF")) {
		return nil, invalid("unexpected byte order mark")
	}
	if lang == python && (bytes.Contains(data, []byte("NaN")) || bytes.Contains(data, []byte("Infinity"))) {
		data = wordOrString().ReplaceAllFunc(data, func(found []byte) []byte {
			if n, is := pythonWords[string(found)]; is {
				return []byte(n)
			}
			return found
		})
	}
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil {
		return nil, invalid(err.Error())
	}
	p := parser{dec: json.NewDecoder(bytes.NewReader(data))}
	p.dec.UseNumber()
	return p.value(1)
}

// parser reads a text that is JSON token by token, so that members keep their order.
type parser struct{ dec *json.Decoder }

func (p *parser) value(depth int) (any, error) {
	if depth > maxDepth {
		return nil, &Raised{Exception: "RecursionError", Why: "nested too deep"}
	}
	token, err := p.dec.Token()
	if err != nil {
		return nil, fmt.Errorf("a text that is JSON cannot be read: %w", err)
	}
	switch token := token.(type) {
	case json.Number:
		for word, n := range pythonWords {
			if n == string(token) {
				return number(word), nil
			}
		}
		return number(token), nil
	case json.Delim:
		return p.inside(token, depth)
	}
	return token, nil
}

// inside reads the elements of an array or the members of an object.
func (p *parser) inside(kind json.Delim, depth int) (any, error) {
	list, o := []any{}, &object{}
	for p.dec.More() {
		name := any("")
		if kind == '{' {
			name, _ = p.dec.Token()
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		if kind == '{' {
			o.set(name.(string), v)
		} else {
			list = append(list, v)
		}
	}
	if _, err := p.dec.Token(); err != nil || kind == '[' {
		return list, err
	}
	return o, nil
}
