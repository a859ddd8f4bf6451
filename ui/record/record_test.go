package record

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"
	"time"

	"sideboard/ui/style"
)

func TestACastHasWhatWasSentAtTheTimeOfWhatHappens(t *testing.T) {
	f := New(80, 24, 2, style.Usual)
	at := time.Unix(0, 0)
	f.Now = func() time.Time { return at }
	_, _ = f.Write([]byte("a\nb"))
	at = at.Add(500 * time.Millisecond)
	f.Mark(`say "<hi>"`)
	at = at.Add(333 * time.Microsecond) // a part of a millisecond, which counts later
	_, _ = f.Write([]byte("\x1b[1m"))
	at = at.Add(333 * time.Microsecond)
	_, _ = f.Write([]byte("c"))
	head, events, _ := strings.Cut(string(f.Cast("T")), "\n")
	for _, want := range []string{`"version":3`, `"cols":80`, `"rows":24`, `"type":"xterm-256color"`, `"title":"T"`, `"palette":"#000000:#800000:`} {
		if !strings.Contains(head, want) {
			t.Errorf("the header %s lacks %s", head, want)
		}
	}
	want := `[0,"o","a\r\nb"]` + "\n" + `[1,"m","say \"<hi>\""]` + "\n" + `[0.001,"o","\u001b[1m"]` + "\n" + `[0,"o","c"]` + "\n" + `[0,"x","0"]` + "\n"
	if events != want {
		t.Errorf("the events are\n%s, not\n%s", events, want)
	}
}

func TestAnSVGHasEachTextInItsColumnAndOnlyAsText(t *testing.T) {
	f := New(20, 3, 1, style.Usual)
	f.Shoot("same\n\x1b[1;38;2;255;0;0ma</text> 翻訳&\x1b[m x\x1b[7m  r\x1b[m\n\x1b[48;2;0;0;255m  \x1b[m")
	f.Shoot("same\nother  apart\n\n\nbelow the screen")
	first, moving := string(f.SVG("<T>", 0, 1)), string(f.SVG("<T>", 0, 2))
	for _, want := range []string{
		"<title>&lt;T&gt;</title>", "fill:#ff0000;font-weight:bold", `x="0" y="15" textLength="80">a&lt;/text&gt;</text>`, `x="90" y="15" textLength="20">翻</text>`,
		`x="110" y="15" textLength="20">訳</text>`, `x="130" y="15" textLength="10">&amp;</text>`, `x="150" y="15" textLength="10">x</text>`, `x="160" width="30" height="19"`, `translate(0 38)`,
	} {
		if !strings.Contains(first, want) {
			t.Errorf("the first screen lacks %s:\n%s", want, first)
		}
	}
	if strings.Contains(first, "other") || strings.Contains(first, `"hidden"`) || strings.Contains(first, "keyframes") {
		t.Errorf("the first screen has more than it shows:\n%s", first)
	}
	for _, want := range []string{
		`@keyframes k1{0%{visibility:hidden}50%{visibility:visible}}.k1{animation:k1 8s step-end infinite}`, `class="k0" visibility="hidden"><rect`,
		`textLength="120">other  apart</text>`, `<g transform="translate(0 0)" class="" visibility="visible"><text`,
	} {
		if !strings.Contains(moving, want) {
			t.Errorf("the moving picture lacks %s:\n%s", want, moving)
		}
	}
	if strings.Count(moving, ">same<") != 1 || strings.Contains(moving, "below") {
		t.Errorf("the moving picture repeats what stays, or shows what is below the screen:\n%s", moving)
	}
	for _, picture := range []string{first, moving} {
		in := xml.NewDecoder(bytes.NewReader([]byte(picture)))
		for {
			if _, err := in.Token(); err != nil {
				if err.Error() != "EOF" {
					t.Errorf("%v in\n%s", err, picture)
				}
				break
			}
		}
	}
}
