package find

// Lists gives Claude Code's lists: those of this project first, then the others, each newest first. That there is
// no configuration directory is not an error.
func Lists(e Env) ([]List, error) { return nil, nil }

// Watchlist gives the existing directories in which something would appear or change when Resolve without
// arguments could start to answer, or Lists could answer something else.
func Watchlist(e Env) []string { return nil }

// ConfigDir is Claude Code's configuration directory: $CLAUDE_CONFIG_DIR, else .claude in the home directory, ""
// when neither is known.
func ConfigDir(e Env) string { return "" }

// Sanitize spells a list's id as the name of its directory.
func Sanitize(id string) string { return id }
