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

// deepest nesting that is read; Python's own limit is about 1,000 frames.
const deepest = 900

type parser struct {
	s     []byte
	i     int
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
		return nil, broken(lang, "unexpected byte order mark")
	}
	p := &parser{s: data, lang: lang}
	v, err := p.value()
	if err != nil {
		return nil, err
	}
	p.space()
	if p.i != len(p.s) {
		return nil, p.fail("extra data")
	}
	return v, nil
}

func broken(lang language, why string) error {
	if lang == javascript {
		return &Raised{Exception: "SyntaxError", Why: why}
	}
	return &Raised{Exception: "JSONDecodeError", Why: why}
}

func (p *parser) fail(why string) error {
	return broken(p.lang, fmt.Sprintf("%s at byte %d", why, p.i))
}

func (p *parser) space() {
	for p.i < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.i]) >= 0 {
		p.i++
	}
}

func (p *parser) word(w string) bool {
	if strings.HasPrefix(string(p.s[p.i:min(len(p.s), p.i+len(w))]), w) {
		p.i += len(w)
		return true
	}
	return false
}

func (p *parser) value() (any, error) {
	if p.depth++; p.depth > deepest {
		return nil, &Raised{Exception: "RecursionError", Why: "nested too deep"}
	}
	defer func() { p.depth-- }()
	p.space()
	if p.i == len(p.s) {
		return nil, p.fail("value expected")
	}
	switch c := p.s[p.i]; {
	case c == '{':
		return p.object()
	case c == '[':
		return p.array()
	case c == '"':
		return p.str()
	case p.word("true"):
		return true, nil
	case p.word("false"):
		return false, nil
	case p.word("null"):
		return nil, nil
	}
	if p.lang == python {
		for _, w := range []string{"NaN", "Infinity", "-Infinity"} {
			if p.word(w) {
				return number(w), nil
			}
		}
	}
	return p.number()
}

func (p *parser) object() (any, error) {
	o := &object{}
	p.i++
	if p.space(); p.word("}") {
		return o, nil
	}
	for {
		p.space()
		if p.i == len(p.s) || p.s[p.i] != '"' {
			return nil, p.fail("key expected")
		}
		name, err := p.str()
		if err != nil {
			return nil, err
		}
		if p.space(); !p.word(":") {
			return nil, p.fail("colon expected")
		}
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		o.set(name.(string), v)
		p.space()
		if p.word("}") {
			return o, nil
		}
		if !p.word(",") {
			return nil, p.fail("comma expected")
		}
	}
}

func (p *parser) array() (any, error) {
	list := []any{}
	p.i++
	if p.space(); p.word("]") {
		return list, nil
	}
	for {
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		p.space()
		if p.word("]") {
			return list, nil
		}
		if !p.word(",") {
			return nil, p.fail("comma expected")
		}
	}
}

func (p *parser) digits() bool {
	from := p.i
	for p.i < len(p.s) && '0' <= p.s[p.i] && p.s[p.i] <= '9' {
		p.i++
	}
	return p.i > from
}

func (p *parser) number() (any, error) {
	from := p.i
	p.word("-")
	if !p.word("0") && !p.digits() {
		return nil, p.fail("value expected")
	}
	if at := p.i; p.word(".") && !p.digits() {
		p.i = at
		return nil, p.fail("digit expected")
	}
	if p.word("e") || p.word("E") {
		if !p.word("+") {
			p.word("-")
		}
		if !p.digits() {
			return nil, p.fail("digit expected")
		}
	}
	return number(p.s[from:p.i]), nil
}

func (p *parser) str() (any, error) {
	var b []byte
	for p.i++; p.i < len(p.s); {
		c := p.s[p.i]
		switch {
		case c == '"':
			p.i++
			return string(b), nil
		case c < 0x20:
			return nil, p.fail("control character in a string")
		case c != '\\':
			b = append(b, c)
			p.i++
			continue
		}
		p.i++
		if p.i == len(p.s) {
			break
		}
		at := strings.IndexByte(`"\/bfnrt`, p.s[p.i])
		if at >= 0 {
			b = append(b, "\"\\/\b\f\n\r\t"[at])
			p.i++
			continue
		}
		r, ok := p.unit()
		if !ok {
			return nil, p.fail("bad escape")
		}
		if utf16.IsSurrogate(r) {
			mark := p.i
			if p.word(`\`) {
				if low, ok := p.unit(); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
					b = utf8.AppendRune(b, utf16.DecodeRune(r, low))
					continue
				}
			}
			p.i = mark
			b = append(b, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0xBF, 0x80|byte(r)&0xBF)
			continue
		}
		b = utf8.AppendRune(b, r)
	}
	return nil, p.fail("unterminated string")
}

// unit reads uXXXX.
func (p *parser) unit() (rune, bool) {
	if p.i+5 > len(p.s) || p.s[p.i] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(p.s[p.i+1:p.i+5]), 16, 16)
	if err != nil {
		return 0, false
	}
	p.i += 5
	return rune(n), true
}
