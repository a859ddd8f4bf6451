package detail

import (
	"bytes"
	"encoding/json"
	"strings"

	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// outlined is one line of a structured value as people read it: a name, a text, or both, some levels deep.
type outlined struct {
	depth  int
	item   bool // the first line of an element of a list: its bullet stands a level to the left
	name   string
	text   string
	marked bool // the text is a remark of the program's own
}

// mostOutlined is how many lines of one value are shown; what is longer is looked at in its file.
const mostOutlined = 300

// outline returns a JSON value as lines to read: names before their values, what lies in an object or a list below it
// and further in, texts of several lines on several. What is empty has no line. ok is false for what is no JSON.
func outline(raw []byte) (lines []outlined, ok bool) {
	o := outliner{dec: json.NewDecoder(bytes.NewReader(raw))}
	o.dec.UseNumber()
	if !o.value(0, "", false) {
		return nil, false
	}
	if o.more {
		o.lines = append(o.lines, outlined{text: "and more: its file has the rest", marked: true})
	}
	return o.lines, true
}

// outliner reads a value token by token, so that members keep the order of the file.
type outliner struct {
	dec   *json.Decoder
	lines []outlined
	more  bool // lines were left out
}

func (o *outliner) add(l outlined) {
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
		o.add(outlined{depth: depth, name: name, item: item, text: t.String()})
	case bool:
		word := "no"
		if t {
			word = "yes"
		}
		o.add(outlined{depth: depth, name: name, item: item, text: word})
	}
	return true
}

// text tells a text: a short one behind its name, one of several lines below it.
func (o *outliner) text(depth int, name string, item bool, text string) {
	parts := strings.Split(strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
	if strings.TrimSpace(text) == "" {
		return
	}
	if len(parts) > 1 && name != "" {
		o.add(outlined{depth: depth, name: name, item: item})
		depth, name, item = depth+1, "", false
	}
	for i, part := range parts {
		o.add(outlined{depth: depth, name: name, item: item && i == 0, text: part})
		name = ""
	}
}

// inside reads the members of an object or the elements of a list, and reports whether they are whole.
func (o *outliner) inside(kind json.Delim, depth int, name string, item bool) bool {
	at := len(o.lines)
	below := depth
	if name != "" {
		o.add(outlined{depth: depth, name: name, item: item})
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

// outlineFact tells a member: its name and its value, or below it what lies in it. It is not told where nothing does:
// null, an empty text, list or object.
func outlineFact(name string, raw []byte) (f view.Fact, told bool) {
	lines, ok := outline(raw)
	switch {
	case !ok:
		return phrase.Fact(name, string(raw)), true
	case len(lines) == 0 || len(lines) == 1 && lines[0].name == "" && lines[0].text == "":
		return view.Fact{}, false
	case len(lines) == 1 && lines[0].depth == 0 && lines[0].name == "":
		return phrase.Fact(name, lines[0].text), true
	}
	f = phrase.Fact(strings.ReplaceAll(name, "_", " "), "")
	for _, l := range lines {
		line := view.FactLine{Depth: l.depth, Item: l.item, Name: safetext.Line(l.name), Text: safetext.Line(l.text), Style: style.Plain}
		if l.marked {
			line.Style = style.Dim
		}
		f.Lines = append(f.Lines, line)
	}
	return f, true
}
