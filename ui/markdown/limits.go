package markdown

import "strings"

const (
	maxSource = 128 << 10 // bytes; longer texts are shown as they are
	maxNested = 64        // quotes and lists begun on one line
	// maxLinkWork bounds, over all runs of lines without a blank one, the brackets times the bytes: what looking
	// for the ends of links costs at worst.
	maxLinkWork = 4 << 20
)

// parsesInLinearTime reports whether parsing src takes time in proportion to its length.
func parsesInLinearTime(src string) bool {
	if len(src) > maxSource {
		return false
	}
	brackets, bytes, work := 0, 0, 0
	for line := range strings.Lines(src) {
		if strings.TrimSpace(line) == "" {
			work += brackets * bytes
			brackets, bytes = 0, 0
			continue
		}
		brackets += strings.Count(line, "[")
		bytes += len(line)
		if nested(line) > maxNested || work+brackets*bytes > maxLinkWork {
			return false
		}
	}
	return true
}

// nested counts the quotes and list items a line begins.
func nested(line string) int {
	n := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ' || c == '\t' || '0' <= c && c <= '9':
		case c == '>':
			n++
		case strings.IndexByte("-+*.)", c) >= 0 && i+1 < len(line) && (line[i+1] == ' ' || line[i+1] == '\t'):
			n++
		default:
			return n
		}
	}
	return n
}
