package refagents

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A JSON value is one of string, number, bool, nil, []any, *object. Strings are UTF-8, except that a lone
// surrogate keeps its three-byte form, because both Python and JavaScript carry it along unharmed.

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

type parser struct {
	data  []byte
	pos   int
	depth int
	lang  language
}

// parse reads one JSON text as json.loads or JSON.parse does.
func parse(data []byte, lang language) (any, error) {
	if !utf8.Valid(data) {
		if lang == python {
			return nil, &Raised{Exception: "UnicodeDecodeError", Why: "invalid UTF-8"}
		}
		data = []byte(strings.ToValidUTF8(string(data), "\uFFFD"))
	}
	if strings.HasPrefix(string(data), "\uFEFF") {
		return nil, syntaxError(lang, "unexpected byte order mark")
	}
	p := &parser{data: data, lang: lang}
	v, err := p.value()
	if err != nil {
		return nil, err
	}
	p.skipSpace()
	if p.pos != len(p.data) {
		return nil, p.errorf("extra data")
	}
	return v, nil
}

func syntaxError(lang language, why string) error {
	if lang == javascript {
		return &Raised{Exception: "SyntaxError", Why: why}
	}
	return &Raised{Exception: "JSONDecodeError", Why: why}
}

func (p *parser) errorf(why string) error {
	return syntaxError(p.lang, fmt.Sprintf("%s at byte %d", why, p.pos))
}

func (p *parser) skipSpace() {
	for p.pos < len(p.data) && strings.IndexByte(" \t\r\n", p.data[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *parser) accept(w string) bool {
	if strings.HasPrefix(string(p.data[p.pos:min(len(p.data), p.pos+len(w))]), w) {
		p.pos += len(w)
		return true
	}
	return false
}

func (p *parser) value() (any, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, &Raised{Exception: "RecursionError", Why: "nested too deep"}
	}
	defer func() { p.depth-- }()
	p.skipSpace()
	if p.pos == len(p.data) {
		return nil, p.errorf("value expected")
	}
	switch c := p.data[p.pos]; {
	case c == '{':
		return p.object()
	case c == '[':
		return p.array()
	case c == '"':
		return p.string()
	case p.accept("true"):
		return true, nil
	case p.accept("false"):
		return false, nil
	case p.accept("null"):
		return nil, nil
	}
	if p.lang == python {
		for _, w := range []string{"NaN", "Infinity", "-Infinity"} {
			if p.accept(w) {
				return number(w), nil
			}
		}
	}
	return p.number()
}

func (p *parser) object() (any, error) {
	o := &object{}
	p.pos++
	if p.skipSpace(); p.accept("}") {
		return o, nil
	}
	for {
		p.skipSpace()
		if p.pos == len(p.data) || p.data[p.pos] != '"' {
			return nil, p.errorf("key expected")
		}
		name, err := p.string()
		if err != nil {
			return nil, err
		}
		if p.skipSpace(); !p.accept(":") {
			return nil, p.errorf("colon expected")
		}
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		o.set(name.(string), v)
		p.skipSpace()
		if p.accept("}") {
			return o, nil
		}
		if !p.accept(",") {
			return nil, p.errorf("comma expected")
		}
	}
}

func (p *parser) array() (any, error) {
	list := []any{}
	p.pos++
	if p.skipSpace(); p.accept("]") {
		return list, nil
	}
	for {
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		p.skipSpace()
		if p.accept("]") {
			return list, nil
		}
		if !p.accept(",") {
			return nil, p.errorf("comma expected")
		}
	}
}

func (p *parser) digits() bool {
	from := p.pos
	for p.pos < len(p.data) && '0' <= p.data[p.pos] && p.data[p.pos] <= '9' {
		p.pos++
	}
	return p.pos > from
}

func (p *parser) number() (any, error) {
	from := p.pos
	p.accept("-")
	if !p.accept("0") && !p.digits() {
		return nil, p.errorf("value expected")
	}
	if at := p.pos; p.accept(".") && !p.digits() {
		p.pos = at
		return nil, p.errorf("digit expected")
	}
	if p.accept("e") || p.accept("E") {
		if !p.accept("+") {
			p.accept("-")
		}
		if !p.digits() {
			return nil, p.errorf("digit expected")
		}
	}
	return number(p.data[from:p.pos]), nil
}

func (p *parser) string() (any, error) {
	var b []byte
	for p.pos++; p.pos < len(p.data); {
		c := p.data[p.pos]
		switch {
		case c == '"':
			p.pos++
			return string(b), nil
		case c < 0x20:
			return nil, p.errorf("control character in a string")
		case c != '\\':
			b = append(b, c)
			p.pos++
			continue
		}
		p.pos++
		if p.pos == len(p.data) {
			break
		}
		at := strings.IndexByte(`"\/bfnrt`, p.data[p.pos])
		if at >= 0 {
			b = append(b, "\"\\/\b\f\n\r\t"[at])
			p.pos++
			continue
		}
		r, ok := p.utf16Unit()
		if !ok {
			return nil, p.errorf("bad escape")
		}
		if utf16.IsSurrogate(r) {
			mark := p.pos
			if p.accept(`\`) {
				if low, ok := p.utf16Unit(); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
					b = utf8.AppendRune(b, utf16.DecodeRune(r, low))
					continue
				}
			}
			p.pos = mark
			b = append(b, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0xBF, 0x80|byte(r)&0xBF)
			continue
		}
		b = utf8.AppendRune(b, r)
	}
	return nil, p.errorf("unterminated string")
}

// utf16Unit reads uXXXX.
func (p *parser) utf16Unit() (rune, bool) {
	if p.pos+5 > len(p.data) || p.data[p.pos] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(p.data[p.pos+1:p.pos+5]), 16, 16)
	if err != nil {
		return 0, false
	}
	p.pos += 5
	return rune(n), true
}
