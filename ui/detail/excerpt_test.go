package detail

import (
	"strings"
	"testing"

	"sideboard/tasks"
)

func TestAnExcerptPointsAtThePlaceThatCannotBeRead(t *testing.T) {
	long := `{"subject": "` + strings.Repeat("word ", 40) + `", oops}`
	for _, c := range []struct {
		name, raw string
		line, col int
		w         int
		want      []string
	}{
		{"a file that ends too early", "{\"id\": 4, \"subject\": \"Wri", 1, 26, 40, []string{
			`1  {"id": 4, "subject": "Wri`,
			`                            ^`}},
		{"the lines around it, with their numbers", "{\n  \"id\": 4,\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": oops,\n  \"d\": 3,\n  \"e\": 4,\n  \"f\": 5\n}\n", 5, 8, 40, []string{
			`2    "id": 4,`, `3    "a": 1,`, `4    "b": 2,`, `5    "c": oops,`, `          ^`, `6    "d": 3,`, `7    "e": 4,`}},
		{"nothing but empty lines after it is left out", "{\n  \"id\": oops\n\n\n", 2, 9, 40, []string{`1  {`, `2    "id": oops`, `           ^`}},
		{"the part of a long line around it", long, 1, strings.Index(long, "oops") + 1, 30, []string{
			`1  …rd word word word ", oops}`,
			`                         ^`}},
		{"wide characters before it", `{"subject": "翻訳", oops}`, 1, 18, 40, []string{`1  {"subject": "翻訳", oops}`, `                      ^`}},
		{"control characters are shown as text", "{\"a\": \"\x1b[2J\", oops}", 1, 15, 40, nil},
		{"a place behind the end of the file", "{}", 7, 1, 40, []string{}},
		{"no place", "{\n}", 0, 0, 40, []string{}},
		{"a place behind the end of its line", "{\n}", 1, 9, 40, []string{"1  {", "    ^", "2  }"}},
		{"room for a single cell", "{", 1, 1, 4, []string{"1  {", "   ^"}},
		{"no room", "{", 1, 1, 3, []string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, l := range excerpt([]byte(c.raw), &tasks.Problem{Line: c.line, Col: c.col}, c.w) {
				row := ""
				for _, span := range l {
					row += span.Text.String()
				}
				if l.Width() > c.w || strings.ContainsRune(row, 0x1b) {
					t.Errorf("%q takes %d cells of %d", row, l.Width(), c.w)
				}
				got = append(got, strings.TrimRight(row, " "))
			}
			if c.want != nil && strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("is\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}
