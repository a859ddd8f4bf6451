package cli

import (
	"fmt"
	"strings"

	"sideboard/ui/style"
)

// themeName is the name of a theme, as a flag.
type themeName style.Theme

func themeNames() (names []string) {
	for _, t := range style.Themes() {
		names = append(names, string(t))
	}
	return names
}

// String returns it as the help shows it.
func (t *themeName) String() string { return string(*t) }

// Type returns what the help calls it.
func (*themeName) Type() string { return "name" }

// Set takes what was written.
func (t *themeName) Set(name string) error {
	if name == "" || !style.Theme(name).Known() {
		return fmt.Errorf("choose one of %s", strings.Join(themeNames(), ", "))
	}
	*t = themeName(name)
	return nil
}
