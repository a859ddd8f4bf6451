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

// Install prints the configuration for each agent program, to start the server with args. Without a name in as, each
// program gets its own. It writes no file.
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

// quoteShell quotes a word for a shell.
func quoteShell(word string) string {
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
