package mcp

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"text/template"
)

//go:embed install.txt
var install string

// Install prints what a person puts where, so that their agents start the server with some arguments. Without a name in as, each kind of
// agent gets one of its own. Nothing of it is written by us.
func Install(out io.Writer, args []string, as string) error {
	spell := func(sep string, quote func(string) string) func(string) string {
		return func(name string) string {
			words := append(slices.Clone(args), "--as", cmp.Or(as, name))
			for i := range words {
				words[i] = quote(words[i])
			}
			return strings.Join(words, sep)
		}
	}
	return template.Must(template.New("").Funcs(template.FuncMap{
		"shell": spell(" ", quoteShell),
		"json": spell(", ", func(word string) string {
			raw, _ := json.Marshal(word)
			return string(raw)
		}),
	}).Parse(install)).Execute(out, nil)
}

// quoteShell returns a word as shells have it.
func quoteShell(word string) string {
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
