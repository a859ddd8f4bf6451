package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"sideboard/tasks/testdir"
	"sideboard/ui/verbs"
)

func TestEveryCommandHasAPageWithItsFlags(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1764000000")
	root, all := program(), files()
	flag := regexp.MustCompile(`(?m)^ +(-\w, )?--[a-z-]+`)
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		name := "man/" + strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1.gz"
		r, err := gzip.NewReader(bytes.NewReader(all[name]))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		raw, err := io.ReadAll(r)
		testdir.Must(t, err)
		page := strings.ReplaceAll(string(raw), `\-`, "-")
		for _, f := range flag.FindAllString(cmd.LocalFlags().FlagUsages()+cmd.InheritedFlags().FlagUsages(), -1) {
			if !strings.Contains(page, f[strings.Index(f, "--"):]+`\fP`) {
				t.Errorf("%s does not have %s", name, f)
			}
		}
		exits := []string{".SH EXIT STATUS\n"}
		for code := verbs.ExitDone; code <= verbs.ExitPart; code++ {
			exits = append(exits, fmt.Sprintf("\n.TP\n.B %d\n", code))
		}
		for _, words := range append(exits, `"Nov 2025"`, cmd.Short) {
			if !strings.Contains(page, words) {
				t.Errorf("%s does not have %s", name, words)
			}
		}
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				check(c)
			}
		}
	}
	check(root)
}

func TestTheSameProgramGivesTheSameFiles(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1764000000")
	first, second := files(), files()
	for name, content := range first {
		if len(content) == 0 || !bytes.Equal(content, second[name]) {
			t.Errorf("%s differs or is empty", name)
		}
	}
}
