package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"sideboard/tasks"
	"sideboard/tasks/doctor"
)

// report is what the doctor found and did.
type report struct {
	Dir   string
	by    *tasks.Traits
	count doctor.Counts
	found []doctor.Finding

	fixed  []doctor.Finding
	failed map[string]error // by identity: why a repair was not carried out
}

func (r *report) take(by *tasks.Traits, found []doctor.Finding) {
	r.by, r.found, r.count = by, found, doctor.Count(found)
}

// The JSON form is described in the manual; its names stay.
type (
	jsonReport struct {
		Dir      string        `json:"dir"`
		Dialect  string        `json:"dialect"`
		Errors   int           `json:"errors"`
		Warnings int           `json:"warnings"`
		Notes    int           `json:"notes"`
		Findings []jsonFinding `json:"findings"`
		Fixed    []jsonFinding `json:"fixed"`
	}
	jsonFinding struct {
		Severity string      `json:"severity"`
		Kind     doctor.Kind `json:"kind"`
		Files    []string    `json:"files"`
		What     string      `json:"what"`
		Why      string      `json:"why"`
		Hint     string      `json:"hint"`
		Repair   *jsonRepair `json:"repair"`
	}
	jsonRepair struct {
		What   string `json:"what"`
		Asks   bool   `json:"asks"`
		Failed string `json:"failed"`
	}
)

func (r *report) writeJSON(out io.Writer) error {
	j := jsonReport{
		Dir: r.Dir, Dialect: r.by.Dialect, Errors: r.count.Errors, Warnings: r.count.Warnings, Notes: r.count.Notes,
		Findings: r.jsonFindings(r.found), Fixed: r.jsonFindings(r.fixed),
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(j); err != nil {
		return err
	}
	_, err := io.WriteString(out, plainASCII(buf.String()))
	return err
}

func (r *report) jsonFindings(fs []doctor.Finding) []jsonFinding {
	out := []jsonFinding{}
	for _, f := range fs {
		j := jsonFinding{Severity: f.Severity.String(), Kind: f.Kind, Files: names(f), What: f.What, Why: f.Why, Hint: f.Hint}
		if f.Repair != nil {
			j.Repair = &jsonRepair{What: f.Repair.What, Asks: f.Repair.Asks}
			if err := r.failed[identity(f)]; err != nil {
				j.Repair.Failed = err.Error()
			}
		}
		out = append(out, j)
	}
	return out
}

func names(f doctor.Finding) []string {
	var out []string
	for _, k := range f.Files {
		out = append(out, k.Name)
	}
	return out
}

// plainASCII escapes what is beyond ASCII, so that JSON with text of files in it is safe on a terminal too.
func plainASCII(s string) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case c < 0x7f:
			b.WriteByte(byte(c))
		case c > 0xffff:
			hi, lo := utf16.EncodeRune(c)
			b.WriteString(fmt.Sprintf(`\u%04x\u%04x`, hi, lo))
		default:
			b.WriteString(fmt.Sprintf(`\u%04x`, c))
		}
	}
	return b.String()
}

// writeText prints findings for people. What comes from files is made printable.
func (r *report) writeText(out io.Writer, ascii bool) error {
	var b strings.Builder
	b.WriteString(r.Dir + ": " + r.by.Title + "\n")
	for _, f := range r.fixed {
		r.line(&b, "mended", strings.Join(names(f), ", ")+": "+f.What)
		r.line(&b, "", sentence(f.Repair.What))
	}
	for _, f := range r.found {
		r.line(&b, f.Severity.String(), strings.Join(names(f), ", ")+": "+f.What)
		r.line(&b, "", sentence(f.Why))
		r.line(&b, "", r.advice(f))
	}
	b.WriteString(r.sum() + "\n")
	text := Printable(b.String())
	if ascii {
		text = strings.NewReplacer("“", `"`, "”", `"`, "…", "...").Replace(text)
	}
	_, err := io.WriteString(out, strings.TrimRight(text, "\n")+"\n")
	return err
}

func (r *report) line(b *strings.Builder, head, text string) {
	if text != "" {
		b.WriteString(fmt.Sprintf("%-8s %s\n", head, strings.ReplaceAll(text, "\n", " ")))
	}
}

// advice is what can be done about a finding.
func (r *report) advice(f doctor.Finding) string {
	switch {
	case f.Repair == nil:
		return f.Hint
	case r.failed[identity(f)] != nil:
		return "Not mended: " + r.failed[identity(f)].Error()
	case f.Repair.Asks:
		return "You decide; --fix=all does it: " + f.Repair.What + "."
	}
	return "--fix does it: " + f.Repair.What + "."
}

// sum is the last line.
func (r *report) sum() string {
	var parts []string
	add := func(n int, one, more string) {
		switch {
		case n == 1:
			parts = append(parts, "1 "+one)
		case n > 1:
			parts = append(parts, fmt.Sprint(n)+" "+more)
		}
	}
	add(len(r.fixed), "mended", "mended")
	add(r.count.Errors, "error", "errors")
	add(r.count.Warnings, "warning", "warnings")
	add(r.count.Notes, "note", "notes")
	if len(parts) == 0 {
		return "Nothing is wrong."
	}
	return strings.Join(parts, ", ") + "."
}

// sentence begins with a capital and ends with a full stop.
func sentence(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if 'a' <= first && first <= 'z' {
		s = strings.ToUpper(s[:n]) + s[n:]
	}
	return s + "."
}
