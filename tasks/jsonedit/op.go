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

// ErrDuplicate is the error of Apply for an object that has one key twice: its readers disagree about which member
// counts, so that no edit is right for all of them.
var ErrDuplicate = errors.New("the same name twice")

// Op is one change of an object: it returns its new bytes.
type Op func(*Object) ([]byte, error)

// SetValue returns an Op that replaces the value of a member, which must be there.
func SetValue(key string, raw []byte) Op {
	return change(key, 0, func(o *Object, m Member) []byte { return splice(o.data, m.ValStart, m.ValEnd, raw) })
}

// Insert returns an Op that adds a member, which must not be there, after the member with the key after, or at the end
// if after is "" or not there. It is laid out as its neighbours are.
func Insert(key string, raw []byte, after string) Op {
	return func(o *Object) ([]byte, error) {
		if _, found := o.Get(key); found {
			return nil, fmt.Errorf("insert %q: it is there already", key)
		}
		return o.insert(key, raw, after), nil
	}
}

// Remove returns an Op that removes a member, if it is there, with its comma.
func Remove(key string) Op {
	return func(o *Object) ([]byte, error) {
		switch i := o.index(key); {
		case i < 0:
			return o.data, nil
		case i > 0:
			return splice(o.data, o.members[i-1].ValEnd, o.members[i].ValEnd), nil
		case len(o.members) > 1:
			return splice(o.data, o.members[0].KeyStart, o.members[1].KeyStart), nil
		}
		return splice(o.data, o.open+1, o.close), nil
	}
}

// AddElem returns an Op that appends an element to the array that is the value of a member, laid out as its elements
// are.
func AddElem(key string, raw []byte) Op {
	return change(key, KindArray, func(o *Object, m Member) []byte { return o.addElem(m, raw) })
}

// DropElem returns an Op that removes every element of an array for whose bytes match is true. An array without
// elements becomes [].
func DropElem(key string, match func(raw []byte) bool) Op {
	return change(key, KindArray, func(o *Object, m Member) []byte { return o.dropElem(m, match) })
}

// change returns an Op that edits a member, which must be there and have a value of a kind; 0 is any.
func change(key string, kind Kind, edit func(*Object, Member) []byte) Op {
	return func(o *Object) ([]byte, error) {
		m, found := o.Get(key)
		switch {
		case !found:
			return nil, fmt.Errorf("change %q: there is no such member", key)
		case kind != 0 && m.Kind != kind:
			return nil, fmt.Errorf("change %q: its value is not an array", key)
		}
		return edit(o, m), nil
	}
}

// Apply returns data with the changes made one after the other; data itself is never changed, and is returned if no op
// changes anything. Everything outside the spans of the ops stays byte for byte. It is an error if data is not an
// object (see Parse), has one key twice (ErrDuplicate), or lacks what an op changes.
func Apply(data []byte, ops ...Op) ([]byte, error) {
	var o Object
	for _, op := range ops {
		if err := o.Parse(data); err != nil {
			return nil, err
		}
		if o.Duplicates() != nil {
			return nil, ErrDuplicate
		}
		next, err := op(&o)
		if err != nil {
			return nil, err
		}
		data = next
	}
	return data, nil
}

// splice returns data with the bytes from from to to replaced.
func splice(data []byte, from, to int, with ...[]byte) []byte {
	return slices.Concat(data[:from], slices.Concat(with...), data[to:])
}

func (o *Object) insert(key string, raw []byte, after string) []byte {
	l := o.Layout()
	if len(o.members) == 0 {
		return splice(o.data, o.open, o.close+1,
			Layout{Newline: l.Newline, Indent: l.Indent, Colon: l.Colon}.Object([]Pair{{key, raw}}))
	}
	at := len(o.members) - 1
	if i := o.index(after); after != "" && i >= 0 {
		at = i
	}
	prev := o.members[at]
	colon := o.data[prev.KeyEnd:prev.ValStart]
	return splice(o.data, prev.ValEnd, prev.ValEnd, []byte{','}, o.gap(at), Quote(key, l.Escapes), colon, raw)
}

// gap returns the whitespace to put before the key of a member that follows member i.
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

// arrayLayout returns the layout for the elements of an array that has none.
func (o *Object) arrayLayout(m Member) Layout {
	l := o.Layout()
	if before := o.data[:m.KeyStart]; l.Newline != "" {
		onLine := before[bytes.LastIndexByte(before, '\n')+1:]
		if len(bytes.TrimLeft(onLine, " \t")) > 0 {
			l.Inline = true // the member is not the first of its line, so its array stays on it
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
	// Whitespace before the first element and after the last stays; each kept element but the first keeps the separator
	// before it.
	first, last := el[keep[0]], el[len(el)-1]
	parts := [][]byte{o.data[first.Start:first.End]}
	for _, i := range keep[1:] {
		parts = append(parts, o.data[el[i-1].End:el[i].End])
	}
	return splice(o.data, el[0].Start, last.End, parts...)
}

// Valid returns why raw is not one JSON value (or one of Python's words) with nothing but whitespace around it, nil if
// it is.
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
	Newline string // "\n" or "\r\n" between members, "" if all is on one line
	Indent  string // one level of indentation
	Colon   string // between a key and its value: ":" or ": "
	Gap     string // after a comma on one line: "" or " "
	Inline  bool   // arrays are on one line, whether members are or not
	Final   string // after the closing brace
	Escapes Escapes
}

// Indented returns the layout of Python's json.dumps(indent=2) and of JSON.stringify(x, null, 2).
func Indented(e Escapes) Layout {
	return Layout{Newline: "\n", Indent: "  ", Colon: ": ", Gap: " ", Escapes: e}
}

// Layout returns the layout of the object, as its first members and its first array with elements show it. An object
// without members has that of Indented.
func (o *Object) Layout() Layout {
	l := Layout{Colon: ": ", Gap: " ", Final: string(o.data[o.close+1:]), Escapes: EscapesOf(o.data)}
	if o.Encoding != UTF8 {
		l.Escapes = ASCII // UTF-8 would be read as other characters there
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

// trimComma returns what follows the first comma.
func trimComma(between []byte) []byte {
	return between[bytes.IndexByte(between, ',')+1:]
}

// inlineArrays reports whether the first array with elements has them on one line.
func (o *Object) inlineArrays() bool {
	for _, m := range o.members {
		if m.Kind != KindArray {
			continue
		}
		if el := o.Elems(nil, m); len(el) > 0 {
			return !bytes.Contains(o.data[m.ValStart:el[0].Start], []byte{'\n'})
		}
	}
	return false
}

// Array returns an array as the value of a member.
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

// Object returns an object as a whole file.
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

// maxIndented is the size up to which a value is indented: what is nested deep grows a thousandfold.
const maxIndented = 64 << 10

// Value returns a JSON value laid out as that of a member. raw must be valid JSON.
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
	return beyondASCII.ReplaceAllFunc(b.Bytes(), func(r []byte) []byte {
		return bytes.Trim(Quote(string(r), ASCII), `"`)
	})
}

// beyondASCII matches the characters that Python escapes. JSON has none of them outside strings.
var beyondASCII = regexp.MustCompile(`[^\x00-\x7e]`)

// Merge returns an object with the members of patch set in it, and without those that are null in patch.
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
			merged[i].Raw = o.Raw(m)
			if n == 1 && m.Kind == KindNull {
				merged[i].Raw = nil
			}
		}
	}
	return Layout{Colon: ":"}.Object(slices.DeleteFunc(merged, func(p Pair) bool { return p.Raw == nil })), nil
}
