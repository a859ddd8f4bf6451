package jsonedit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// ErrDuplicate is the error of Apply for an object that has one key twice: no edit of it can be right for every
// reader.
var ErrDuplicate = errors.New("the same name twice")

// Op is one change of an object; make one with SetValue, Insert, Remove, AddElem or DropElem.
type Op struct {
	kind  opKind
	key   string
	raw   []byte
	after string
	match func(raw []byte) bool
}

type opKind uint8

const (
	setValue opKind = iota
	insert
	remove
	addElem
	dropElem
)

// SetValue replaces the value of a member, which must be there.
func SetValue(key string, raw []byte) Op { return Op{kind: setValue, key: key, raw: raw} }

// Insert adds a member, which must not be there, behind the member of the key after, or at the end when after is "" or not
// there. It looks like its neighbours.
func Insert(key string, raw []byte, after string) Op {
	return Op{kind: insert, key: key, raw: raw, after: after}
}

// Remove takes a member away with the comma that goes with it. Without the member nothing happens.
func Remove(key string) Op { return Op{kind: remove, key: key} }

// AddElem appends an element to the array that is the value of a member, in that array's own layout.
func AddElem(key string, raw []byte) Op { return Op{kind: addElem, key: key, raw: raw} }

// DropElem takes away every element for which match says true of its bytes. An array it empties becomes [].
func DropElem(key string, match func(raw []byte) bool) Op {
	return Op{kind: dropElem, key: key, match: match}
}

// Apply makes the changes one after the other and gives new bytes; data itself is never changed, and is given back
// when no op changes anything. Everything outside the spans of the ops stays byte for byte. It is an error when data
// is not an object (see Parse), has one key twice (ErrDuplicate), or lacks what an op is about.
func Apply(data []byte, ops ...Op) ([]byte, error) {
	var o Object
	for _, op := range ops {
		if err := o.Parse(data); err != nil {
			return nil, err
		}
		if o.Duplicates() != nil {
			return nil, ErrDuplicate
		}
		next, err := op.apply(&o)
		if err != nil {
			return nil, err
		}
		data = next
	}
	return data, nil
}

func (op Op) apply(o *Object) ([]byte, error) {
	m, found := o.Get(op.key)
	switch op.kind {
	case insert:
		if found {
			return nil, fmt.Errorf("insert %q: it is there already", op.key)
		}
		return o.insert(op.key, op.raw, op.after), nil
	case remove:
		if !found {
			return o.data, nil
		}
		return o.remove(m), nil
	}
	if !found {
		return nil, fmt.Errorf("change %q: there is no such member", op.key)
	}
	if op.kind == setValue {
		return splice(o.data, m.ValStart, m.ValEnd, op.raw), nil
	}
	if m.Kind != KindArray {
		return nil, fmt.Errorf("change %q: its value is not an array", op.key)
	}
	if op.kind == addElem {
		return o.addElem(m, op.raw), nil
	}
	return o.dropElem(m, op.match), nil
}

// splice replaces data[from:to].
func splice(data []byte, from, to int, with ...[]byte) []byte {
	return slices.Concat(data[:from], slices.Concat(with...), data[to:])
}

func (o *Object) insert(key string, raw []byte, after string) []byte {
	l := o.Layout()
	if len(o.members) == 0 {
		return splice(o.data, o.open, o.close+1, Layout{Newline: l.Newline, Indent: l.Indent, Colon: l.Colon}.Object([]Pair{{key, raw}}))
	}
	at := len(o.members) - 1
	for i, m := range o.members {
		if after != "" && o.Is(m, after) {
			at = i
		}
	}
	prev := o.members[at]
	colon := o.data[prev.KeyEnd:prev.ValStart]
	return splice(o.data, prev.ValEnd, prev.ValEnd, []byte{','}, o.gap(at), Quote(key, l.Escapes), colon, raw)
}

// gap gives the whitespace that stands before the key of a member behind member i.
func (o *Object) gap(i int) []byte {
	switch lead := o.data[o.open+1 : o.members[0].KeyStart]; {
	case i > 0:
		return trimComma(o.data[o.members[i-1].ValEnd:o.members[i].KeyStart])
	case len(o.members) > 1:
		return trimComma(o.data[o.members[0].ValEnd:o.members[1].KeyStart])
	case bytes.IndexByte(lead, '\n') >= 0:
		return lead
	}
	return []byte(o.Layout().Gap)
}

func (o *Object) remove(gone Member) []byte {
	for i, m := range o.members {
		switch {
		case m != gone:
		case i > 0:
			return splice(o.data, o.members[i-1].ValEnd, m.ValEnd)
		case len(o.members) > 1:
			return splice(o.data, m.KeyStart, o.members[1].KeyStart)
		}
	}
	return splice(o.data, o.open+1, o.close)
}

func (o *Object) addElem(m Member, raw []byte) []byte {
	el := o.Elems(nil, m)
	n := len(el)
	if n == 0 {
		return splice(o.data, m.ValStart, m.ValEnd, o.arrayLayout(m).Array(raw))
	}
	gap := []byte(o.Layout().Gap)
	if n > 1 {
		gap = trimComma(o.data[el[n-2].End:el[n-1].Start])
	} else if lead := o.data[m.ValStart+1 : el[0].Start]; bytes.IndexByte(lead, '\n') >= 0 {
		gap = lead
	}
	return splice(o.data, el[n-1].End, el[n-1].End, []byte{','}, gap, raw)
}

// arrayLayout is the object's layout, with the indentation of the array's own line.
func (o *Object) arrayLayout(m Member) Layout {
	l := o.Layout()
	if line := o.data[:m.KeyStart]; l.Newline != "" {
		own := line[bytes.LastIndexByte(line, '\n')+1:]
		if len(bytes.TrimLeft(own, " \t")) > 0 {
			l.Inline = true // the member does not begin its line, so its array stays within it
		}
	}
	return l
}

func (o *Object) dropElem(m Member, match func([]byte) bool) []byte {
	el := o.Elems(nil, m)
	keep := make([]int, 0, len(el))
	for i, e := range el {
		if !match(o.Bytes(e)) {
			keep = append(keep, i)
		}
	}
	switch {
	case len(keep) == len(el):
		return o.data
	case len(keep) == 0:
		return splice(o.data, m.ValStart, m.ValEnd, []byte("[]"))
	}
	// What stands before the first element and behind the last stays; each kept element but the first brings the
	// separator that stood before it.
	first, last := el[keep[0]], el[len(el)-1]
	parts := [][]byte{o.data[first.Start:first.End]}
	for _, i := range keep[1:] {
		parts = append(parts, o.data[el[i-1].End:el[i].End])
	}
	return splice(o.data, el[0].Start, last.End, parts...)
}

// Valid returns why raw is not one JSON value (or one of Python's words) with nothing but whitespace around it.
func Valid(raw []byte) error {
	s := scanner{data: raw}
	s.space()
	if _, err := s.value(0); err != nil {
		return err
	}
	return s.end()
}

// Layout is how a writer lays out an object.
type Layout struct {
	Newline string // "\n" or "\r\n" between members, "" when all is on one line
	Indent  string // one level of indentation
	Colon   string // between a key and its value: ":" or ": "
	Gap     string // what follows a comma within a line: "" or " "
	Inline  bool   // arrays stay on one line, whether members do or not
	Final   string // what follows the closing brace
	Escapes Escapes
}

// Indented is the layout of Python's json.dumps(indent=2) and of JSON.stringify(x, null, 2).
func Indented(e Escapes) Layout {
	return Layout{Newline: "\n", Indent: "  ", Colon: ": ", Gap: " ", Escapes: e}
}

// Layout learns the layout of the parsed object.
func (o *Object) Layout() Layout {
	l := Layout{Colon: ": ", Gap: " ", Final: string(o.data[o.close+1:]), Escapes: EscapesOf(o.data)}
	if o.Encoding != UTF8 {
		l.Escapes = ASCII // what is put in is UTF-8, which would be read as something else there
	}
	if len(o.members) == 0 {
		l.Newline, l.Indent = "\n", "  "
		return l
	}
	first := o.members[0]
	l.Colon = string(o.data[first.KeyEnd:first.ValStart])
	lead := o.data[o.open+1 : first.KeyStart]
	if i := bytes.LastIndexByte(lead, '\n'); i >= 0 {
		l.Newline, l.Indent = "\n", string(lead[i+1:])
		if i > 0 && lead[i-1] == '\r' {
			l.Newline = "\r\n"
		}
	}
	if len(o.members) > 1 && l.Newline == "" {
		l.Gap = string(trimComma(o.data[first.ValEnd:o.members[1].KeyStart]))
	} else if !strings.Contains(l.Colon, " ") {
		l.Gap = ""
	}
	l.Inline = o.inlineArrays()
	return l
}

// trimComma cuts everything up to the first comma.
func trimComma(between []byte) []byte {
	return between[bytes.IndexByte(between, ',')+1:]
}

// inlineArrays reports whether the first array with elements keeps them on one line.
func (o *Object) inlineArrays() bool {
	for _, m := range o.members {
		if m.Kind != KindArray {
			continue
		}
		if el := o.Elems(nil, m); len(el) > 0 {
			return bytes.IndexByte(o.data[m.ValStart:el[0].Start], '\n') < 0
		}
	}
	return false
}

// Array lays out an array as the value of a member.
func (l Layout) Array(elems ...[]byte) []byte {
	if len(elems) == 0 {
		return []byte("[]")
	}
	if l.Newline == "" || l.Inline {
		return append(append([]byte{'['}, bytes.Join(elems, []byte(","+l.Gap))...), ']')
	}
	lead := l.Newline + l.Indent + l.Indent
	out := append([]byte{'['}, lead...)
	out = append(out, bytes.Join(elems, []byte(","+lead))...)
	return append(out, l.Newline+l.Indent+"]"...)
}

// Pair is a member to be written.
type Pair struct {
	Key string
	Raw []byte // the value's JSON text
}

// Object lays out a whole file.
func (l Layout) Object(members []Pair) []byte {
	lead, gap, tail := l.Newline+l.Indent, l.Newline+l.Indent, l.Newline
	if l.Newline == "" {
		lead, gap, tail = "", l.Gap, ""
	}
	out := append([]byte{'{'}, lead...)
	for i, m := range members {
		if i > 0 {
			out = append(append(out, ','), gap...)
		}
		out = append(append(out, Quote(m.Key, l.Escapes)...), l.Colon...)
		out = append(out, m.Raw...)
	}
	return append(append(append(out, tail...), '}'), l.Final...)
}

// maxIndented is the size of a value that is laid out in lines: what is nested deep grows by a thousand times.
const maxIndented = 64 << 10

// Value lays out a JSON value as that of a member.
func (l Layout) Value(raw []byte) []byte {
	var b bytes.Buffer
	if l.Newline == "" || len(raw) > maxIndented {
		_ = json.Compact(&b, raw)
	} else {
		_ = json.Indent(&b, raw, l.Indent, l.Indent)
	}
	if l.Escapes != ASCII {
		return b.Bytes()
	}
	return beyondASCII.ReplaceAllFunc(b.Bytes(), func(r []byte) []byte { return bytes.Trim(Quote(string(r), ASCII), `"`) })
}

// beyondASCII finds the characters that Python escapes, of which JSON has none outside of texts.
var beyondASCII = regexp.MustCompile(`[^\x00-\x7e]`)

// Merge returns an object with the members of patch set in it; those that are null in patch it has no more.
func Merge(object, patch []byte) ([]byte, error) {
	var merged []Pair
	at := map[string]int{}
	for n, text := range [][]byte{object, patch} {
		o, err := Parse(text)
		if err != nil {
			return nil, err
		}
		for _, m := range o.Members() {
			key := o.Key(m)
			i, has := at[key]
			if !has {
				i = len(merged)
				at[key], merged = i, append(merged, Pair{Key: key})
			}
			if merged[i].Raw = o.Raw(m); n == 1 && m.Kind == KindNull {
				merged[i].Raw = nil
			}
		}
	}
	return Layout{Colon: ":"}.Object(slices.DeleteFunc(merged, func(p Pair) bool { return p.Raw == nil })), nil
}
