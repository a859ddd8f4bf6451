package config

import (
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"sideboard/keymap"
)

// removed says what to use instead of a member that no longer exists. A file that has one is still in effect.
var removed = map[string]string{
	"views": "views are removed: in the filter, up brings back your recent filters",

	"commands.shell": `shell is removed: write run = ["sh", "-c", "..."]`,
	"commands.stay":  `stay is removed: a command ends with the board, unless it starts in a session of its own: run = ["setsid", ...]`,
}

// allRemoved adds warnings for removed members, and reports whether all unknown members are removed ones.
func (c *Config) allRemoved(strict *toml.StrictMissingError) bool {
	for _, missing := range strict.Errors {
		why := removed[strings.Join(missing.Key(), ".")]
		if why == "" {
			return false
		}
		if slices.ContainsFunc(c.Removed, func(e *Error) bool { return e.Why == why }) {
			continue
		}
		line, column := missing.Position()
		c.Removed = append(c.Removed, &Error{Line: line, Column: column, Why: why})
	}
	return true
}

// dropRemovedKeys removes the keys of actions that no longer exist, with a warning.
func (c *Config) dropRemovedKeys(data string) {
	for _, r := range keymap.Removals {
		if _, ok := c.Keys[r.Name]; !ok || r.Name == "" {
			continue
		}
		c.Keys = maps.Clone(c.Keys)
		delete(c.Keys, r.Name)
		old := &Error{Why: "the action " + r.Name + " is removed"}
		old.Line, old.Column = find(data, r.Name)
		c.Removed = append(c.Removed, old)
	}
}
