package jsonedit

import (
	"bytes"
	"strings"
)

// Layout is how a writer lays out an object.
type Layout struct {
	Newline string // "\n" or "\r\n" between members, "" when all is on one line
	Indent  string // one level of indentation
	Colon   string // between a name and its value: ":" or ": "
	Gap     string // what follows a comma within a line: "" or " "
	Inline  bool   // arrays stay on one line although members do not
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
	l.Inline = l.Newline != "" && o.inlineArrays()
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
	Name string
	Raw  []byte // the value's JSON text
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
		out = append(append(out, Quote(m.Name, l.Escapes)...), l.Colon...)
		out = append(out, m.Raw...)
	}
	return append(append(append(out, tail...), '}'), l.Final...)
}
