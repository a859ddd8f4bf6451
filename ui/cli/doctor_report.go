package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"sideboard/tasks"
	"sideboard/tasks/doctor"
)

// report is what the doctor found and did.
type report struct {
	Dir    string
	traits *tasks.Traits
	count  doctor.Counts
	found  []doctor.Finding

	fixed  []doctor.Finding
	failed map[string]error // by identity: why a repair was not carried out
}

func (r *report) setFindings(by *tasks.Traits, found []doctor.Finding) {
	r.traits, r.found, r.count = by, found, doctor.Count(found)
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
		Dir: r.Dir, Dialect: r.traits.Dialect, Errors: r.count.Errors, Warnings: r.count.Warnings, Notes: r.count.Notes,
		Findings: r.jsonFindings(r.found), Fixed: r.jsonFindings(r.fixed),
	}
	_, err := io.WriteString(out, jsonText(j))
	return err
}

func (r *report) jsonFindings(fs []doctor.Finding) []jsonFinding {
	out := []jsonFinding{}
	for _, f := range fs {
		j := jsonFinding{Severity: f.Severity.String(), Kind: f.Kind, Files: fileNames(f), What: f.What, Why: f.Why, Hint: f.Hint}
		if f.Repair != nil {
			j.Repair = &jsonRepair{What: f.Repair.What, Asks: f.Repair.Asks}
			if err := r.failed[findingID(f)]; err != nil {
				j.Repair.Failed = err.Error()
			}
		}
		out = append(out, j)
	}
	return out
}

func fileNames(f doctor.Finding) []string {
	var out []string
	for _, k := range f.Files {
		out = append(out, k.Name)
	}
	return out
}

// namedFiles returns the files of a finding for a line to read; of very many, as a loop may have, the first.
func namedFiles(f doctor.Finding) string {
	const most = 6
	names := fileNames(f)
	if more := len(names) - most; more > 1 {
		names = append(names[:most], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// writeText prints findings for people. What comes from files is made printable.
func (r *report) writeText(out io.Writer, ascii bool) error {
	var b strings.Builder
	b.WriteString(r.Dir + ": " + r.traits.Title + "\n")
	for _, f := range r.fixed {
		r.writeLine(&b, "mended", namedFiles(f)+": "+f.What)
		r.writeLine(&b, "", asSentence(f.Repair.What))
	}
	for _, f := range r.found {
		r.writeLine(&b, f.Severity.String(), namedFiles(f)+": "+f.What)
		r.writeLine(&b, "", asSentence(f.Why))
		r.writeLine(&b, "", r.advice(f))
	}
	b.WriteString(r.summary() + "\n")
	text := Printable(b.String())
	if ascii {
		text = strings.NewReplacer("“", `"`, "”", `"`, "…", "...").Replace(text)
	}
	_, err := io.WriteString(out, strings.TrimRight(text, "\n")+"\n")
	return err
}

func (r *report) writeLine(b *strings.Builder, head, text string) {
	if text != "" {
		b.WriteString(fmt.Sprintf("%-8s %s\n", head, strings.ReplaceAll(text, "\n", " ")))
	}
}

// advice returns what can be done about a finding.
func (r *report) advice(f doctor.Finding) string {
	switch {
	case f.Repair == nil:
		return f.Hint
	case r.failed[findingID(f)] != nil:
		return "Not mended: " + r.failed[findingID(f)].Error()
	case f.Repair.Asks:
		return "You decide; --fix=all does it: " + f.Repair.What + "."
	}
	return "--fix does it: " + f.Repair.What + "."
}

// summary returns the last line.
func (r *report) summary() string {
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

// asSentence begins with a capital and ends with a full stop.
func asSentence(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if 'a' <= first && first <= 'z' {
		s = strings.ToUpper(s[:n]) + s[n:]
	}
	return s + "."
}
