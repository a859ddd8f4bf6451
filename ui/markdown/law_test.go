package markdown

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"sideboard/ui/view"
)

func checkLines(t interface {
	Helper()
	Fatalf(string, ...any)
}, src string, width int, lines []view.Line) {
	t.Helper()
	for _, l := range lines {
		if l.Width() > width {
			t.Fatalf("%q takes %d of %d cells, in %.200q", plain([]view.Line{l}), l.Width(), width, src)
		}
		for _, s := range l {
			if text := s.Text.String(); strings.ContainsAny(text, "\x1b\n\r\t\x00\u0085\u202e") || !utf8.ValidString(text) {
				t.Fatalf("%q is drawn", text)
			}
		}
	}
}

const everything = "# Head **bold**\n\nSome text with 日本語の文章 and `code span` and a [link](https://example.org/a/very/long/path).\n\n" +
	"- one\n  - two\n    1. three\n       - [x] four 👩‍👩‍👧 e\u0301\n\n> quote\n> > deeper\n> > - list\n> >\n> >       code\n\n" +
	"| name | value | what it is |\n|---|--:|:-:|\n| a | 1 | some words in a cell |\n| 日本 | 22 | `x` |\n\n" +
	"```\n\tcode that is rather long and not wrapped at all\n```\n\n<div>\nhtml\n</div>\n\n***\n\nesc \x1b[31m c1 \u0085 bidi \u202e end\n"

func TestEveryLineFitsEveryWidth(t *testing.T) {
	for width := 1; width <= 120; width++ {
		lines := Lines(everything, width, sheet())
		if len(lines) == 0 {
			t.Fatalf("nothing in %d cells", width)
		}
		checkLines(t, everything, width, lines)
	}
	if lines := Lines(everything, 0, sheet()); len(lines) > 0 {
		t.Errorf("%d lines in no cells", len(lines))
	}
}

var pieces = []string{"a", "word ", " ", "\n", "\n\n", "- ", "> ", "1. ", "    ", "\t", "# ", "```\n", "`", "*", "**", "_", "~~",
	"[", "](", ")", "![", "|", "|-|-|\n", "---\n", "===\n", "<b>", "<!--", "&amp;", "&#0;", "\\", "日本", "👩‍👩‍👧", "\u0301",
	"\x1b[31m", "\x00", "\u0085", "\u202e", "\xff", "\r\n", "\r", "[x] ", "[a]: b\n", "<http://a.b>"}

func TestAnyTextFitsAnyWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 60).Draw(t, "src"), "")
		width := rapid.IntRange(1, 60).Draw(t, "width")
		checkLines(t, src, width, Lines(src, width, sheet()))
	})
}

func TestEveryWordOfAPlainTextIsShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z日é]{1,20}`), 1, 30).Draw(t, "words")
		src := strings.Join(words, " ")
		got := plain(Lines(src, rapid.IntRange(2, 60).Draw(t, "width"), sheet()))
		squeeze := strings.NewReplacer(" ", "", "\n", "")
		if squeeze.Replace(got) != squeeze.Replace(src) {
			t.Fatalf("%q is drawn as %q", src, got)
		}
	})
}

func FuzzAnyBytesFit(f *testing.F) {
	f.Add(everything, 40)
	for _, p := range pieces {
		f.Add(strings.Repeat(p, 40), 20)
	}
	f.Fuzz(func(t *testing.T, src string, width int) {
		width = width&127 + 1
		checkLines(t, src, width, Lines(src, width, sheet()))
	})
}

// hostile texts are those a parser for Markdown takes quadratic time over.
var hostile = map[string]string{
	"quotes": ">", "spaced quotes": "> ", "brackets": "[", "links": "[](", "named links": "[a](", "definitions": "[a]: b\n",
	"lists": "- ", "emphasis": "*a **b ", "tags": "<a ", "ticks": "`a``b```", "struck": "~~a ", "cells": "|a", "images": "![",
	"boxes": "- [ ] ", "deep": "> > > > > > > > a\n", "tables": "|a|b|\n|-|-|\n|c|d|\n\n", "wide": "日本", "breaks": "a\\\n",
}

// wild are the names of the hostile texts that are shown unparsed.
var wild = map[string]bool{"quotes": true, "spaced quotes": true, "brackets": true, "links": true, "named links": true,
	"definitions": true, "lists": true, "images": true, "boxes": true}

// letters returns a text without its blanks, of which a line break drops some.
func letters(text string) string { return strings.NewReplacer(" ", "", "\n", "").Replace(text) }

func TestHostileTextsFitAndWhatIsNotParsedIsShownWhole(t *testing.T) {
	for name, unit := range hostile {
		t.Run(name, func(t *testing.T) {
			src := strings.Repeat(unit, (64<<10)/len(unit))
			lines := Lines(src, 40, sheet())
			if len(lines) == 0 {
				t.Error("nothing is shown")
			}
			if wild[name] && letters(plain(lines)) != letters(src) {
				t.Errorf("of %d letters %d are shown", len(letters(src)), len(letters(plain(lines))))
			}
			checkLines(t, src, 40, lines)
		})
	}
}

func TestOnlyTextsNoPersonWritesAreNotParsed(t *testing.T) {
	for name, unit := range hostile {
		if got := parsesInLinearTime(strings.Repeat(unit, (64<<10)/len(unit))); got == wild[name] {
			t.Errorf("%s: parsed %v", name, got)
		}
	}
	long := strings.Repeat(everything, (64<<10)/len(everything))
	table := strings.Repeat("| [name](https://example.org) | - [x] done | 1 |\n", 150)
	for _, src := range []string{long, table, strings.Repeat("-", 200), strings.Repeat("- ", maxNested), strings.Repeat("9)x", 100), strings.Repeat("x", maxSource), strings.Repeat("0 ", 100)} {
		if !parsesInLinearTime(src) {
			t.Errorf("not parsed: %.60q", src)
		}
	}
	for _, src := range []string{strings.Repeat("9) ", maxNested+1), strings.Repeat("0.\t", maxNested+1), strings.Repeat("+ ", maxNested+1), strings.Repeat("x", maxSource+1)} {
		if parsesInLinearTime(src) {
			t.Errorf("parsed: %.60q", src)
		}
	}
}

func TestAMebibyteIsShown(t *testing.T) {
	src := strings.Repeat("Some *words* of a long description.\n\n", (1<<20)/37)
	lines := Lines(src, 80, sheet())
	checkLines(t, src, 80, lines)
	if letters(plain(lines)) != letters(src) {
		t.Errorf("of %d letters %d are shown", len(letters(src)), len(letters(plain(lines))))
	}
}

// deepest nests lists as far as a text of n bytes can.
func deepest(n int) string {
	var b strings.Builder
	for depth := 0; b.Len() < n; depth++ {
		b.WriteString(strings.Repeat("  ", depth) + "- a\n")
	}
	return b.String()
}

func TestDeepNestingIsDrawn(t *testing.T) {
	src := deepest(64 << 10)
	lines := Lines(src, 30, sheet())
	checkLines(t, src, 30, lines)
	if got, want := strings.Count(plain(lines), "a"), strings.Count(src, "a"); got != want {
		t.Errorf("%d of %d items are drawn", got, want)
	}
}
