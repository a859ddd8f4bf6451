// Package manual holds the program's manual: Markdown pages that are read in the repository, by the help command and
// on the board.
package manual

import (
	"embed"
	"slices"
	"strings"
)

//go:embed *.md
var files embed.FS

// Page is one topic of the manual.
type Page struct {
	Name  string // what it is asked for by, and its file's name
	About string // what it is about, in a few words
	Text  string // Markdown
}

// topics are the pages in the order in which they are offered.
var topics = []string{
	"start", "keys", "board", "graph", "commands", "safety", "reference",
}

// Pages returns all pages.
func Pages() []Page {
	pages := make([]Page, 0, len(topics))
	for _, name := range topics {
		raw, err := files.ReadFile(name + ".md")
		if err != nil {
			panic(err) // it was embedded
		}
		title, _, _ := strings.Cut(string(raw), "\n")
		_, about, _ := strings.Cut(title, ": ")
		pages = append(pages, Page{Name: name, About: about, Text: readable(string(raw))})
	}
	return pages
}

// Find returns the page of that name, or the section of the reference; ok reports whether there is one.
func Find(name string) (page Page, ok bool) {
	all := Pages()
	if i := slices.IndexFunc(all, func(p Page) bool { return p.Name == name }); i >= 0 {
		return all[i], true
	}
	page = all[len(all)-1]
	_, sections, _ := strings.Cut(page.Text, "\n## ")
	for section := range strings.SplitSeq(sections, "\n## ") {
		if title, _, is := strings.Cut(section, ": "); is && strings.ToLower(title) == name {
			page.Text = "## " + strings.TrimRight(section, "\n") + "\n"
			return page, true
		}
	}
	return Page{}, false
}

// readable leaves out the comments, which are for the tests that generate parts of a page.
func readable(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "<!--") {
			out.WriteString(line)
		}
	}
	return out.String()
}
