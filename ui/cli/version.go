package cli

import (
	"runtime"
	"runtime/debug"
	"strings"
)

// Version returns what a build knows of itself: the version of the module, else the commit it was built from and that
// commit's day, else that neither was noted; with the Go and the system it was built for.
func Version(info *debug.BuildInfo) string {
	built := " (" + runtime.Version() + ", " + runtime.GOOS + "/" + runtime.GOARCH + ")"
	if info == nil {
		return "devel, of no known commit" + built
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v + built
	}
	about := map[string]string{}
	for _, s := range info.Settings {
		about[s.Key] = s.Value
	}
	commit, day := about["vcs.revision"], about["vcs.time"]
	if commit == "" {
		return "devel, of no known commit" + built
	}
	words := []string{"devel", "commit " + commit[:min(12, len(commit))]}
	if len(day) >= 10 {
		words[1] += " of " + day[:10]
	}
	if about["vcs.modified"] == "true" {
		words = append(words, "with changes")
	}
	return strings.Join(words, ", ") + built
}
