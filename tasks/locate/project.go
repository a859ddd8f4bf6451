package locate

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

const (
	maxTeams    = 1_000
	maxConfig   = 1 << 20  // bytes of a team's config
	maxHead     = 32 << 10 // bytes of a transcript read to learn where it was made
	maxHeads    = 1_000    // transcripts whose start is read
	maxSessions = 50_000   // names of transcripts
)

// teamConfig is the part of a team's config that says which project it works on.
type teamConfig struct {
	Name    string
	Members []struct {
		Cwd          string
		WorktreePath string
	}
}

// addProjects sets Project, Here and Title of lists: by the team with a list's name, else by the transcript of the
// session that a list is named after.
func addProjects(e Env, all []List) {
	cfg := ConfigDir(e)
	if cfg == "" || len(all) == 0 {
		return
	}
	byID := make(map[string]*List, len(all))
	for i := range all {
		byID[all[i].ID] = &all[i]
	}
	root := e.projectRoot()
	addTeamProjects(cfg, root, byID)
	addTranscriptProjects(e, cfg, byID)
}

// projectOf returns the name of one list's project.
func projectOf(e Env, id string) string {
	one := []List{{ID: id}}
	addProjects(e, one)
	return one[0].Project
}

// addTeamProjects sets Project and Here of the lists that have the name of a team. root is the directory of this
// project.
func addTeamProjects(cfg, root string, byID map[string]*List) {
	base := filepath.Join(cfg, "teams")
	left := maxTeams
	b := &budget{names: maxTeams * 4}
	_, _ = readEntries(base, b, func(d fs.DirEntry) bool {
		l := byID[Sanitize(d.Name())]
		if l == nil {
			return true
		}
		left--
		raw, _, err := ReadSmall(filepath.Join(base, d.Name(), "config.json"), maxConfig)
		var t teamConfig
		if err != nil || json.Unmarshal(raw, &t) != nil {
			return left > 0
		}
		l.Project = cmp.Or(t.Name, d.Name())
		for _, m := range t.Members {
			if isWithin(root, m.Cwd) || isWithin(root, m.WorktreePath) {
				l.Here = true
			}
		}
		return left > 0
	})
}

// isWithin reports whether path is dir or in it.
func isWithin(dir, path string) bool {
	if !filepath.IsAbs(path) {
		return false
	}
	for _, d := range pathSpellings(dir) {
		rel, err := filepath.Rel(d, filepath.Clean(path))
		if err == nil && (rel == "." || filepath.IsLocal(rel)) {
			return true
		}
	}
	return false
}

// pathSpellings returns a path, and its path without symbolic links if that differs: agents write the latter.
func pathSpellings(path string) []string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil || real == path {
		return []string{path}
	}
	return []string{path, real}
}

// addTranscriptProjects finds the transcripts of the sessions that lists are named after,
// projects/<directory>/<session>.jsonl, those of this project first so that no limit hides them. A list is named after
// the whole session, or session- and the first eight characters of it.
func addTranscriptProjects(e Env, cfg string, byID map[string]*List) {
	base := filepath.Join(cfg, "projects")
	mine := projectDirs(e)
	var own, others []string
	_, _ = readEntries(base, &budget{names: maxSessions}, func(d fs.DirEntry) bool {
		switch {
		case !d.IsDir():
		case mine[transcriptDirName(d.Name())] != "":
			own = append(own, d.Name())
		default:
			others = append(others, d.Name())
		}
		return true
	})
	b, heads := &budget{names: maxSessions}, maxHeads
	for _, name := range append(own, others...) {
		at := mine[transcriptDirName(name)]
		_, _ = readEntries(filepath.Join(base, name), b, func(d fs.DirEntry) bool {
			id, ok := strings.CutSuffix(d.Name(), ".jsonl")
			if !ok {
				return true
			}
			for _, l := range []*List{byID[id], byID["session-"+id[:min(8, len(id))]]} {
				if l == nil {
					continue
				}
				l.Here = l.Here || at != ""
				start := ""
				if heads--; heads >= 0 {
					start = readHead(filepath.Join(base, name, d.Name()))
				}
				if l.Title == "" {
					l.Title = sessionTitle(start)
				}
				switch {
				case l.Project != "":
				case at != "":
					l.Project = filepath.Base(at)
				default:
					l.Project = transcriptProject(start, name)
				}
			}
			return true
		})
	}
}

// projectDirs returns the directories from Cwd up to the project's root. The key of each is its transcriptDirName.
func projectDirs(e Env) map[string]string {
	own := map[string]string{}
	dirs, _ := e.parentDirs()
	root := e.projectRoot()
	for _, dir := range dirs {
		for _, path := range pathSpellings(dir) {
			own[transcriptDirName(path)] = path
		}
		if dir == root {
			break
		}
	}
	return own
}

// transcriptDirName returns a path in the form of a directory of transcripts, with - for every character that versions
// of Claude Code replace in different ways.
func transcriptDirName(path string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return r
		}
		return '-'
	}, path)
}

// transcriptProject returns the base name of the directory in the start of a transcript, if that is the directory that
// the transcript is kept for; else the name of the directory of transcripts, in which separators have become dashes.
func transcriptProject(start, under string) string {
	for line := range strings.Lines(start) {
		var entry struct{ Cwd string }
		if json.Unmarshal([]byte(line), &entry) == nil && entry.Cwd != "" &&
			transcriptDirName(entry.Cwd) == transcriptDirName(under) {
			return filepath.Base(entry.Cwd)
		}
	}
	return strings.TrimLeft(under, "-")
}

// maxTitle is the largest number of bytes of a title that are kept: no line of a screen shows more.
const maxTitle = 160

// sessionTitle returns the title of a session from the start of its transcript: the one that a person gave it, else a
// generated one, else its first prompt; "" for none. Raw text, one line.
func sessionTitle(start string) string {
	var given, made, asked string
	for line := range strings.Lines(start) {
		var entry struct {
			Type        string
			CustomTitle string
			AITitle     string `json:"aiTitle"`
			Summary     string
			IsMeta      bool
			IsSidechain bool
			Message     struct{ Content json.RawMessage }
		}
		if json.Unmarshal([]byte(line), &entry) != nil {
			continue
		}
		switch entry.Type {
		case "custom-title":
			given = cmp.Or(firstLine(entry.CustomTitle), given)
		case "ai-title", "summary":
			made = cmp.Or(made, firstLine(entry.AITitle), firstLine(entry.Summary))
		case "user":
			if asked == "" && !entry.IsMeta && !entry.IsSidechain {
				asked = userText(entry.Message.Content)
			}
		}
	}
	return cmp.Or(given, made, asked)
}

// userText returns the first line that a person wrote in a message, "" for what the program put there: commands and
// their output are between tags.
func userText(content json.RawMessage) string {
	var text string
	if json.Unmarshal(content, &text) != nil {
		var parts []struct{ Type, Text string }
		if json.Unmarshal(content, &parts) != nil {
			return ""
		}
		for _, p := range parts {
			if p.Type == "text" && !strings.HasPrefix(strings.TrimSpace(p.Text), "<") {
				text = p.Text
				break
			}
		}
	}
	if text = strings.TrimSpace(text); strings.HasPrefix(text, "<") || strings.HasPrefix(text, "Caveat: ") {
		return ""
	}
	return firstLine(text)
}

// firstLine returns the first line of a text that is not blank, with single spaces and at most maxTitle bytes.
func firstLine(text string) string {
	begins := text[:min(len(text), 16*maxTitle)] // of a huge text the rest is not looked at
	for line := range strings.Lines(begins) {
		words := strings.Join(strings.Fields(strings.ToValidUTF8(line, "\ufffd")), " ")
		if words == "" {
			continue
		}
		for len(words) > maxTitle { // cut before the character that does not fit
			_, n := utf8.DecodeLastRuneInString(words[:maxTitle+1])
			words = words[:maxTitle+1-n]
		}
		return words
	}
	return ""
}
