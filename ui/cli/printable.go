package cli

import (
	"strings"

	"sideboard/ui/safetext"
)

// Printable makes text fit to be printed: what came from files or names of files may hold anything.
func Printable(s string) string {
	var lines []string
	for _, l := range safetext.Block(s) {
		lines = append(lines, l.String())
	}
	return strings.Join(lines, "\n")
}
