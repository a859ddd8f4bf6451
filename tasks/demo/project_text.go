package demo

import (
	_ "embed"
	"strings"
)

// descriptions holds what the tasks say, Markdown as agents write it, each behind a line "=== key".
//
//go:embed descriptions.md
var descriptions string

// descriptionOf returns the description of the item.
func descriptionOf(key string) string {
	_, rest, _ := strings.Cut("\n"+descriptions, "\n=== "+key+"\n")
	text, _, _ := strings.Cut(rest, "\n=== ")
	return strings.TrimSpace(text)
}
