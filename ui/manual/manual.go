// Package manual holds the manual: Markdown pages that people read in the repository, with the help command and on the
// board.
package manual

import (
	"cmp"
	"embed"
	"slices"
	"strings"
)

//go:embed *.md
var files embed.FS

// Page is one topic of the manual.
type Page struct {
	Name  string // of the topic and of the file
	About string // its subject, in a few words
	Text  string // Markdown
}

// topics are the pages in the order in which they are listed.
var topics = []string{
	"start", "keys", "board", "dependencies", "commands", "machines", "safety", "reference",
}

// renamed are other names of topics: an old one, and one that people look up.
var renamed = map[string]string{"graph": "dependencies", "configuration": "start"}

// Pages returns all pages.
func Pages() []Page {
	pages := make([]Page, 0, len(topics))
	for _, name := range topics {
		raw, err := files.ReadFile(name + ".md")
		if err != nil {
			panic(err) // the file is embedded
		}
		title, _, _ := strings.Cut(string(raw), "\n")
		_, about, _ := strings.Cut(title, ": ")
		pages = append(pages, Page{Name: name, About: about, Text: readable(string(raw))})
	}
	return pages
}

// Find returns the page of a topic, or a section of the reference; ok reports whether it exists.
func Find(name string) (page Page, ok bool) {
	name = cmp.Or(renamed[name], name)
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

// readable removes the comments, which mark the parts that tests generate.
func readable(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "<!--") {
			out.WriteString(line)
		}
	}
	return out.String()
}
