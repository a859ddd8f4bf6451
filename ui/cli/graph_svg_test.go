package cli_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
)

// svgElement is an element of a picture, with what stands in it.
type svgElement struct {
	name string
	attr map[string]string
	text string
}

// readSVG returns the elements of a picture, which is well-formed.
func readSVG(t *testing.T, picture string) (all []svgElement) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(picture))
	for {
		token, err := d.Token()
		switch x := token.(type) {
		case xml.StartElement:
			e := svgElement{name: x.Name.Local, attr: map[string]string{}}
			for _, a := range x.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			all = append(all, e)
		case xml.CharData:
			if len(all) > 0 {
				all[len(all)-1].text += string(x)
			}
		}
		if err == io.EOF {
			return all
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, picture)
		}
	}
}

func (e svgElement) number(name string) float64 {
	n, err := strconv.ParseFloat(e.attr[name], 64)
	if err != nil {
		panic(fmt.Sprintf("%s of %+v: %v", name, e, err))
	}
	return n
}

func TestGraphDrawsTheSamePictureAsSVG(t *testing.T) {
	of := func(all []svgElement, name, class string) (found []svgElement) {
		for _, e := range all {
			if e.name == name && e.attr["class"] == class {
				found = append(found, e)
			}
		}
		return found
	}
	for _, plan := range []struct {
		dir                         string
		args                        []string
		boxes, chain, links, missed int
		says                        string
	}{
		{small(t), nil, 0, 3, 2, 0, "Ship it"},
		{small(t), []string{"--all", "--redundant"}, 2, 3, 4, 0, "Alone"},
		{tangled(t), nil, 2, 0, 5, 2, "Evil ␛[31m ▯ \" ` <b> | & %%"},
	} {
		out, code := run(t, append([]string{"graph", "--format", "svg", plan.dir}, plan.args...)...)
		if code != 0 {
			t.Fatalf("%d: %s", code, out)
		}
		all := readSVG(t, out)
		w, h := all[0].number("width"), all[0].number("height")
		words, paths := "", 0
		for _, e := range all {
			switch e.name {
			case "text":
				if words += e.text + "\n"; e.number("x") < 0 || e.number("x")+e.number("textLength") > w || e.number("y") > h {
					t.Errorf("%q lies outside %vx%v: %+v", e.text, w, h, e)
				}
			case "path":
				paths++
			case "rect":
				if e.number("x") < 0 || e.number("x")+e.number("width") > w || e.number("y")+e.number("height") > h {
					t.Errorf("a box lies outside %vx%v: %+v", w, h, e)
				}
			}
		}
		if b, c, m := len(of(all, "rect", "")), len(of(all, "rect", "chain")), len(of(all, "text", "missing")); b != plan.boxes || c != plan.chain || paths != plan.links || m != plan.missed {
			t.Errorf("%v: %d boxes, %d on the chain, %d links, %d rows of ids that no file has, want %+v\n%s", plan.args, b, c, paths, m, plan, out)
		}
		if !strings.Contains(strings.ReplaceAll(words, "\n", " "), plan.says) {
			t.Errorf("it does not say %q:\n%s", plan.says, words)
		}
	}
}
