package locate

import (
	"cmp"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// maxTitle is how many bytes of a title are kept: no line on a screen shows more.
const maxTitle = 160

// sessionTitle returns what a session is called, from the start of its transcript: the title a person gave it, else one that
// was made for it, else the first thing that was asked in it; "" where the start tells none. Raw text, one line.
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

// userText returns the first line a person wrote in a message, "" for what the program itself put there: commands and
// what they printed stand between tags.
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

// firstLine returns the first line of a text that is not blank, with single spaces and not too long.
func firstLine(text string) string {
	for line := range strings.Lines(text[:min(len(text), 16*maxTitle)]) {
		words := strings.Join(strings.Fields(strings.ToValidUTF8(line, "\ufffd")), " ")
		if words == "" {
			continue
		}
		for len(words) > maxTitle {
			_, n := utf8.DecodeLastRuneInString(words[:maxTitle+1])
			words = words[:maxTitle+1-n]
		}
		return words
	}
	return ""
}
