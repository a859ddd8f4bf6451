// Command release writes what a release has next to the program: man pages and completions. Goreleaser runs it; it is
// no part of sideboard.
package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"sideboard/ui/cli"
	"sideboard/ui/manual"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: release DIR")
	}
	for name, content := range files() {
		path := filepath.Join(os.Args[1], filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// files returns the content of each file by its path. The date of the pages is $SOURCE_DATE_EPOCH.
func files() map[string][]byte {
	root, all := program(), map[string][]byte{}
	addPages(all, root)
	for _, shell := range []string{"bash", "zsh", "fish"} {
		script, err := cli.CompletionScript(root, shell)
		if err != nil {
			log.Fatal(err)
		}
		all["completions/sideboard."+shell] = []byte(script)
	}
	return all
}

// program returns the whole command line, without the environment of who releases.
func program() *cobra.Command {
	return cli.Command(cli.Program{Getenv: func(string) string { return "" }})
}

// addPages adds the man page of a command, compressed as packages want it, and those of its subcommands.
func addPages(all map[string][]byte, cmd *cobra.Command) {
	var page bytes.Buffer
	cmd.DisableAutoGenTag = true
	w, _ := gzip.NewWriterLevel(&page, gzip.BestCompression) // without a time: the same page gives the same bytes
	if err := doc.GenMan(cmd, &doc.GenManHeader{Source: "sideboard", Manual: "Commands"}, w); err != nil {
		log.Fatal(err)
	}
	if _, err := io.WriteString(w, exitStatus()); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	all["man/"+strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1.gz"] = page.Bytes()
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			addPages(all, c)
		}
	}
}

// exitStatus returns the section of a man page with the exit codes, those of the manual's table.
func exitStatus() string {
	page, _ := manual.Find("commands")
	_, table, found := strings.Cut(page.Text, "| exit code | |\n|---|---|\n")
	if !found {
		log.Fatal("the manual has no table of exit codes")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	roff := strings.NewReplacer("\\", `\e`, "`", "", "-", `\-`)
	var section strings.Builder
	section.WriteString(".SH EXIT STATUS\n")
	for row := range strings.Lines(table) {
		code, meaning, _ := strings.Cut(strings.Trim(row, "| \n"), " | ")
		section.WriteString(".TP\n.B " + code + "\n" + roff.Replace(meaning) + "\n")
	}
	return section.String()
}
