package lay

import (
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// What was typed to find something has a line under it where it stands: its words, or its letters in their order.
func TestWhatWasTypedIsMarkedInWhatItFound(t *testing.T) {
	sheet := style.New(true, colorprofile.TrueColor)
	for _, c := range []struct{ typed, want string }{
		{"", "Serve GET /links"}, {"serve li", "[Serve] GET /[li]nks"}, {"LINK", "Serve GET /[link]s"},
		{"sgl", "[S]erve [G]ET /[l]inks"}, {"#12", "Serve GET /links"}, {"zebra", "Serve GET /links"},
	} {
		p := Pen{Sheet: sheet}
		p.Begin(40, style.Flat)
		p.Matched(style.Subject, safetext.Line("Serve GET /links"), 40, c.typed)
		got := string(p.B)
		match, plain := regexp.QuoteMeta(sheet.SGR(style.Match, style.Flat)), regexp.QuoteMeta(sheet.SGR(style.Subject, style.Flat))
		got = regexp.MustCompile(match+"(.*?)"+plain).ReplaceAllString(got, "[${1}]")
		if got = ansi.Strip(got); !strings.Contains(strings.ReplaceAll(got, "][", ""), c.want) {
			t.Errorf("%q marks %q, not %q", c.typed, got, c.want)
		}
	}
}
