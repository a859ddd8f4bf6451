package uitest

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What the board may send to a terminal: plain text and its own sequences. It is a list of what is allowed, so everything else is an error.

// sequence is a piece of what was sent: a character, or a control sequence without its introducer.
type sequence struct {
	kind byte // 't' text, 'c' a C0 control, '[' CSI, ']' OSC, 'P' DCS, 'e' another escape
	text string
}

// sequences splits what was sent into pieces. An incomplete rest is a piece of kind '?'.
func sequences(sent []byte) []sequence {
	var all []sequence
	for len(sent) > 0 {
		n, s := piece(sent)
		all = append(all, s)
		sent = sent[n:]
	}
	return all
}

func piece(b []byte) (int, sequence) {
	if b[0] != 0x1b {
		if b[0] < 0x20 || b[0] == 0x7f {
			return 1, sequence{'c', string(b[:1])}
		}
		_, n := utf8.DecodeRune(b)
		return n, sequence{'t', string(b[:n])}
	}
	if len(b) < 2 {
		return 1, sequence{'?', "a lone escape"}
	}
	switch b[1] {
	case '[':
		for i := 2; i < len(b); i++ {
			if b[i] >= 0x40 && b[i] <= 0x7e {
				return i + 1, sequence{'[', string(b[2 : i+1])}
			}
			if b[i] < 0x20 || b[i] > 0x7e {
				return i, sequence{'?', fmt.Sprintf("CSI %q", b[2:i])}
			}
		}
	case ']', 'P', '_', '^', 'X':
		end, skip := bytes.IndexByte(b, 0x07), 1
		if st := bytes.Index(b, []byte("\x1b\\")); st >= 0 && (end < 0 || st < end) {
			end, skip = st, 2
		}
		if end > 0 {
			return end + skip, sequence{b[1], string(b[2:end])}
		}
	default:
		for i := 1; i < min(len(b), 4); i++ {
			if b[i] >= 0x30 && b[i] <= 0x7e {
				return i + 1, sequence{'e', string(b[1 : i+1])}
			}
		}
	}
	return len(b), sequence{'?', fmt.Sprintf("cut off: %.40q", b)}
}

var (
	// Moves of the cursor, erasing, scrolling, repeating the character before, and keeping the title.
	moves = regexp.MustCompile(`^[0-9;]*[ABCDEFGHJKLMPSTX@dfrb]$|^\?5W$|^2[23];2t$`)
	// Colours and attributes of the sheet; nothing blinks, no font is chosen, and only the last blank of a block is concealed.
	looks = regexp.MustCompile(`^((0|1|2|3|4|7|8|9|22|23|24|27|28|29|39|49|3[0-7]|4[0-7]|9[0-7]|10[0-7]|[345]8[;:]5[;:]\d+|[345]8[;:]2[;:]\d+[;:]\d+[;:]\d+|59|4:[0-5])(;|$))*$`)
	// The modes it sets and asks for: cursor, alternate screen, mouse, focus, paste, synchronised output, clusters.
	modes = regexp.MustCompile(`^\?(1|7|25|1002|1003|1004|1006|1049|2004|2026|2027|2031|2048)(;\d+)*(h|l|\$p)$`)
	// Keyboard protocol, cursor shape, questions about the terminal.
	asks = regexp.MustCompile(`^([<>=?][0-9;]*u|[0-9]* q|>[0-9]*q|[>?]?[0-9;]*m|[>=?]?[0-9;]*c|\?[0-9]+n)$`)

	titles   = regexp.MustCompile(`^[02];(([0-9]+ needs? you, )?sideboard(: [0-9]+ ready, [0-9]+ in progress, [0-9]+ of [0-9]+ done)?)?$`)
	reports  = regexp.MustCompile(`^7501;state=(clear:id=sideboard|(idle|working|blocked|done|error):id=sideboard(:kind=question)?(:progress=(100|[0-9]{1,2}))?:app=sideboard(:title=[A-Za-z0-9+/]+={0,2})?(:msg=[A-Za-z0-9+/]+={0,2})?)$`)
	bars     = regexp.MustCompile(`^9;4;[0-4](;[0-9]+)?$`)
	colours  = regexp.MustCompile(`^1[012];\?$|^11[0-2]$`)
	clip     = regexp.MustCompile(`^52;c;([A-Za-z0-9+/=]*)$`)
	escapes  = regexp.MustCompile(`^([78M=>H]|\([B0]|\\)$`)
	controls = "\r\n\b\t"
)

// Trespass returns the first piece that is not allowed, nil if there is none.
func Trespass(sent []byte) error {
	all := sequences(sent)
	for i, s := range all {
		if ok := permitted(s); !ok {
			from, to := max(0, i-30), min(len(all), i+30)
			var near strings.Builder
			for _, s := range all[from:to] {
				near.WriteString(s.text)
			}
			return fmt.Errorf("%c %q was sent, near %q", s.kind, s.text, near.String())
		}
	}
	return nil
}

func permitted(s sequence) bool {
	switch s.kind {
	case 't':
		r, n := utf8.DecodeRuneInString(s.text)
		return (r != utf8.RuneError || n == 3) && plain(r)
	case 'c':
		return strings.Contains(controls, s.text)
	case '[':
		if body, ok := strings.CutSuffix(s.text, "m"); ok && looks.MatchString(body) {
			return true
		}
		return moves.MatchString(s.text) || modes.MatchString(s.text) || asks.MatchString(s.text) && !strings.HasSuffix(s.text, "m") || s.text == ">4;2m" || s.text == ">4m" || s.text == ">4;0m" || s.text == ">4;1m" || s.text == "?4m"
	case ']':
		return titles.MatchString(s.text) || reports.MatchString(s.text) || bars.MatchString(s.text) || colours.MatchString(s.text) || clip.MatchString(s.text)
	case 'e':
		return escapes.MatchString(s.text)
	}
	return false
}

// plain reports whether a character is only visible: no C1 control, no direction mark, and no zero width except marks, joiners and emoji
// selectors, which belong to a cluster.
func plain(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r < 0xa0, r == 0x2028, r == 0x2029:
		return false
	case r == 0x200c, r == 0x200d, r == 0xfe0e, r == 0xfe0f:
		return true
	case r >= 0xe0000 && r <= 0xe0fff, r&0xfffe == 0xfffe, r >= 0xfdd0 && r <= 0xfdef:
		return false
	}
	return !unicode.Is(unicode.Cf, r)
}

// clipboard returns what was put on the clipboard, in order.
func (h *Driver) clipboard() []string {
	h.T.Helper()
	var texts []string
	for _, s := range sequences(h.Sent()) {
		if m := clip.FindStringSubmatch(s.text); s.kind == ']' && m != nil {
			text, err := base64.StdEncoding.DecodeString(m[1])
			if err != nil {
				h.T.Errorf("the clipboard was sent %q", m[1])
			}
			texts = append(texts, string(text))
		}
	}
	return texts
}
