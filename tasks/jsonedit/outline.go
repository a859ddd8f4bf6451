package jsonedit

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Line is one line of a structured value as people read it: a name, a text, or both, some levels deep.
type Line struct {
	Depth  int
	Item   bool // the first line of an element of a list: its bullet is a level to the left
	Name   string
	Text   string
	Remark bool // the text is the program's own
}

// mostOutlined is how many lines of one value are shown; what is longer is looked at in its file.
const mostOutlined = 300

// Outline returns a JSON value as lines to read: names before their values, what lies in an object or a list below it
// and further in, texts of several lines on several. What is empty has no line. ok is false for what is no JSON.
func Outline(raw []byte) (lines []Line, ok bool) {
	o := outliner{dec: json.NewDecoder(bytes.NewReader(raw))}
	o.dec.UseNumber()
	if !o.value(0, "", false) {
		return nil, false
	}
	if o.more {
		o.lines = append(o.lines, Line{Text: "and more: its file has the rest", Remark: true})
	}
	return o.lines, true
}

// outliner reads a value token by token, so that members keep the order of the file.
type outliner struct {
	dec   *json.Decoder
	lines []Line
	more  bool // lines were left out
}

func (o *outliner) add(l Line) {
	if len(o.lines) >= mostOutlined {
		o.more = true
		return
	}
	o.lines = append(o.lines, l)
}

// value reads one value, and reports whether it is whole. It is told under a name, as an element of a list, or by itself.
func (o *outliner) value(depth int, name string, item bool) bool {
	t, err := o.dec.Token()
	if err != nil {
		return false
	}
	switch t := t.(type) {
	case json.Delim:
		return o.inside(t, depth, name, item)
	case string:
		o.text(depth, name, item, t)
	case json.Number:
		o.add(Line{Depth: depth, Name: name, Item: item, Text: t.String()})
	case bool:
		word := "no"
		if t {
			word = "yes"
		}
		o.add(Line{Depth: depth, Name: name, Item: item, Text: word})
	}
	return true
}

// text tells a Text: a short one behind its name, one of several lines below it.
func (o *outliner) text(depth int, name string, item bool, text string) {
	parts := strings.Split(strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
	if strings.TrimSpace(text) == "" {
		return
	}
	if len(parts) > 1 && name != "" {
		o.add(Line{Depth: depth, Name: name, Item: item})
		depth, name, item = depth+1, "", false
	}
	for i, part := range parts {
		o.add(Line{Depth: depth, Name: name, Item: item && i == 0, Text: part})
		name = ""
	}
}

// inside reads the members of an object or the elements of a list, and reports whether they are whole.
func (o *outliner) inside(kind json.Delim, depth int, name string, item bool) bool {
	at := len(o.lines)
	below := depth
	if name != "" {
		o.add(Line{Depth: depth, Name: name, Item: item})
		below, item = depth+1, false
	}
	first := len(o.lines)
	for o.dec.More() {
		if kind == '[' {
			if !o.value(below+1, "", true) { // behind its bullet
				return false
			}
			continue
		}
		key, err := o.dec.Token()
		if err != nil {
			return false
		}
		word, _ := key.(string)
		if !o.value(below, strings.ReplaceAll(word, "_", " "), item && len(o.lines) == first) {
			return false
		}
	}
	if _, err := o.dec.Token(); err != nil {
		return false
	}
	if name != "" && len(o.lines) == first && !o.more {
		o.lines = o.lines[:at] // nothing is in it
	}
	return true
}

// String returns the line as plain text, indented.
func (l Line) String() string {
	lead := strings.Repeat("  ", l.Depth)
	if l.Item {
		lead = lead[2:] + "- "
	}
	if l.Name != "" && l.Text != "" {
		return lead + l.Name + ": " + l.Text
	}
	return lead + l.Name + l.Text
}
