package jsonedit

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Line is one line of an outline: a name, a text, or both.
type Line struct {
	Depth  int
	Item   bool // the first line of an element of an array: its bullet is a level to the left
	Name   string
	Text   string
	Remark bool // the text is not of the value but a remark of this program
}

// mostOutlined is the largest number of lines of an outline.
const mostOutlined = 300

// Outline returns a JSON value as indented lines for people: names before their values, what is in an object or an
// array below it, texts of several lines on several. Empty values have no line. ok is false if raw is not JSON.
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
	more  bool // mostOutlined is reached, and lines are left out
}

func (o *outliner) add(l Line) {
	if len(o.lines) >= mostOutlined {
		o.more = true
		return
	}
	o.lines = append(o.lines, l)
}

// value adds the lines of the next value, which has a name, is an element of an array, or neither. It reports whether
// the value is whole.
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

// text adds a text: one line after its name, several below it.
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

// inside adds the members of an object or the elements of an array, and reports whether they are whole.
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
			if !o.value(below+1, "", true) { // right of its bullet
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
	if len(o.lines) == first && !o.more {
		o.lines = o.lines[:at] // without its name: nothing is in it
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
