// Package config reads the configuration file: colours, keys, commands.
package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"sideboard/keymap"
	"sideboard/tasks/locate"
	"sideboard/ui/style"
)

// Config is the configuration; the zero value is the default.
type Config struct {
	As       string            `toml:"as"` // the person's name as an owner
	Theme    style.Theme       `toml:"theme"`
	ASCII    bool              `toml:"ascii"`   // draw with plain characters
	Mouse    *bool             `toml:"mouse"`   // nil for true
	Stalled  string            `toml:"stalled"` // "45m"
	Still    bool              `toml:"still"`
	Bell     bool              `toml:"bell"`
	Bare     bool              `toml:"bare"`              // as after H
	ByOwner  bool              `toml:"by-owner"`          // as after @
	All      bool              `toml:"all"`               // all lists of a project
	ReadOnly bool              `toml:"read-only"`         // write nothing
	Poll     bool              `toml:"poll"`              // look every second
	Review   bool              `toml:"review"`            // completed tasks need the person until seen
	OnEvent  []string          `toml:"on-event"`          // a command and its arguments
	NoStatus bool              `toml:"no-program-status"` // do not report the status to the terminal
	Keys     map[string]string `toml:"keys"`              // by action; several are separated by spaces

	Commands []Command `toml:"commands"`

	Wrong []*Error `toml:"-"` // of members that are not in force
}

// Error is a mistake in the file.
type Error struct {
	Path         string
	Line, Column int // from 1; 0 for the whole file
	Why          string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Path + ": " + e.Why
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Why)
}

// Path returns the path of the file, "" without a home directory.
func Path(getenv func(string) string, home string) string {
	dir := getenv("XDG_CONFIG_HOME")
	if !filepath.IsAbs(dir) {
		if home == "" {
			return ""
		}
		dir = filepath.Join(home, ".config")
	}
	return filepath.Join(dir, "sideboard", "config.toml")
}

// maxSize limits the size of the file, in bytes.
const maxSize = 1 << 20

// Load reads a file, which may be a symbolic link. A missing file is the default configuration. The error is an *Error,
// and comes with the default.
func Load(path string) (Config, error) {
	if path == "" {
		return Config{}, nil
	}
	file, err := filepath.EvalSymlinks(path)
	var data []byte
	var info os.FileInfo
	if err == nil {
		data, info, err = locate.ReadSmall(file, maxSize)
	}
	switch {
	case errors.Is(err, os.ErrNotExist):
		return Config{}, nil
	case errors.Is(err, os.ErrInvalid):
		return Config{}, &Error{Path: path, Why: "it is not a regular file"}
	case err != nil && info != nil && info.Size() > maxSize:
		return Config{}, &Error{Path: path, Why: "it is larger than 1 MiB"}
	case err != nil:
		return Config{}, &Error{Path: path, Why: err.Error()}
	}
	c, wrong := Parse(data)
	if wrong != nil {
		wrong.Path = path
		return Config{}, wrong
	}
	for _, e := range c.Wrong {
		e.Path = path
	}
	return c, nil
}

// Parse reads the text of a file. What is not TOML is an error. A member that is unknown or has a wrong value takes
// only itself out of force: Wrong says so.
func Parse(data []byte) (Config, *Error) {
	c, err := decode(data)
	if err != nil {
		return Config{}, err
	}
	for _, m := range []struct {
		check func() (at, why string)
		drop  func()
	}{
		{c.checkTheme, func() { c.Theme = "" }},
		{c.checkStalled, func() { c.Stalled = "" }},
		{c.checkOnEvent, func() { c.OnEvent = nil }},
		{c.checkKeys, func() { c.Keys = nil }},
	} {
		if at, why := m.check(); why != "" {
			m.drop()
			line, column := find(string(data), at)
			c.Wrong = append(c.Wrong, &Error{Line: line, Column: column, Why: why})
		}
	}
	if n, member, why := c.checkCommands(); why != "" {
		c.Commands = nil
		line, column := findMember(string(data), "commands", n, member)
		c.Wrong = append(c.Wrong, &Error{Line: line, Column: column, Why: why})
	}
	return c, nil
}

// decode reads the members that this version knows, each if its value has the right type. The decoder stops at the
// first wrong member, so decode notes it as Wrong and decodes the file again without it.
func decode(data []byte) (Config, *Error) {
	var found []*Error
	rest := data
	for {
		var c Config
		d := toml.NewDecoder(bytes.NewReader(rest))
		d.DisallowUnknownFields()
		err := d.Decode(&c)
		if err == nil {
			c.Wrong = found
			return c, nil
		}
		wrong, key := decodeError(err)
		if len(key) == 0 {
			return Config{}, wrong
		}
		if len(found) > 0 { // the positions of a rest are not those of the file
			wrong.Line, wrong.Column = find(string(data), key[len(key)-1])
		}
		found = append(found, wrong)
		rest, err = without(rest, key[0])
		if err != nil {
			return Config{}, wrong
		}
	}
}

// without returns a file without one of its members.
func without(data []byte, member string) ([]byte, error) {
	var all map[string]any
	err := toml.Unmarshal(data, &all)
	if err != nil {
		return nil, err
	}
	if _, ok := all[member]; !ok {
		return nil, fmt.Errorf("there is no %s", member)
	}
	delete(all, member)
	return toml.Marshal(all)
}

// decodeError returns an error of the decoder in words, and the key that it is about; no key means the file.
func decodeError(err error) (*Error, []string) {
	var strict *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &strict) && len(strict.Errors) > 0:
		line, column := strict.Errors[0].Position()
		key := strict.Errors[0].Key()
		return &Error{Line: line, Column: column, Why: strings.Join(key, ".") +
			" is not known; known are " + strings.Join(members(), ", ")}, key
	case errors.As(err, &wrong):
		line, column := wrong.Position()
		// the decoder says "cannot" of a value of the wrong type; anything else is no TOML
		if key := wrong.Key(); len(key) > 0 && strings.Contains(wrong.Error(), "cannot ") {
			return &Error{Line: line, Column: column, Why: strings.Join(key, ".") + " is " +
				expected(reflect.TypeFor[Config](), key)}, key
		}
		return &Error{Line: line, Column: column, Why: strings.TrimPrefix(wrong.Error(), "toml: ")}, nil
	}
	return &Error{Why: err.Error()}, nil
}

// members returns the names that the file can set.
func members() (names []string) {
	for f := range reflect.TypeFor[Config]().Fields() {
		if name := f.Tag.Get("toml"); name != "-" {
			names = append(names, name)
		}
	}
	return names
}

// expected returns the rule for the value of a key, in words; key has the names of the table and of the member.
func expected(t reflect.Type, key []string) string {
	for f := range t.Fields() {
		if f.Tag.Get("toml") != key[0] {
			continue
		}
		elem := f.Type
		if elem.Kind() == reflect.Slice || elem.Kind() == reflect.Pointer {
			elem = elem.Elem()
		}
		switch {
		case elem.Kind() == reflect.Struct && len(key) > 1:
			return expected(elem, key[1:])
		case elem.Kind() == reflect.Struct:
			return "tables, each below a line [[" + key[0] + "]]"
		case elem.Kind() == reflect.Bool:
			return "true or false"
		case elem.Kind() == reflect.Map && len(key) == 1:
			return "a table, below a line [" + key[0] + "]"
		case f.Type.Kind() == reflect.Slice:
			return `a list of strings: ["notify-send", "sideboard"]`
		}
		break
	}
	return "a string in quotes"
}

// find returns the first line that has a text and is no comment, and the byte of the line at which the text begins,
// both from 1; 0 if there is none.
func find(data, text string) (line, column int) {
	for i, l := range strings.Split(data, "\n") {
		if at := strings.Index(l, text); at >= 0 && !strings.HasPrefix(strings.TrimSpace(l), "#") {
			return i + 1, at + 1
		}
	}
	return 0, 0
}

func (c *Config) checkTheme() (at, why string) {
	if c.Theme.Known() {
		return "", ""
	}
	return string(c.Theme), fmt.Sprintf("there is no theme %q: choose one of %v", c.Theme, style.Themes())
}

func (c *Config) checkStalled() (at, why string) {
	if c.Stalled == "" {
		return "", ""
	}
	if d, err := time.ParseDuration(c.Stalled); err != nil || d <= 0 {
		return c.Stalled, fmt.Sprintf("%q is not a time above zero: write 30m, 90s or 1h30m", c.Stalled)
	}
	return "", ""
}

func (c *Config) checkOnEvent() (at, why string) {
	switch {
	case c.OnEvent != nil && (len(c.OnEvent) == 0 || c.OnEvent[0] == ""):
		return "on-event", "on-event names no command"
	case slices.ContainsFunc(c.OnEvent, func(arg string) bool { return strings.ContainsRune(arg, 0) }):
		return "on-event", "an argument of a command cannot have a NUL"
	}
	return "", ""
}

func (c *Config) checkKeys() (at, why string) {
	if wrong, ok := errors.AsType[*keymap.BindError](keymap.Default().Rebind(c.Keys)); ok {
		return wrong.Name, wrong.Why
	}
	return "", ""
}

// StalledFor returns the time after which a task is stalled, 0 for the default.
func (c *Config) StalledFor() time.Duration {
	d, _ := time.ParseDuration(c.Stalled)
	return d
}

// Text returns the configuration as a file, with everything that can be set.
func (c *Config) Text(path string) string {
	var b strings.Builder
	// without a value it writes the default as a comment
	line := func(name, value, usual, about string) {
		if value == "" {
			b.WriteString(fmt.Sprintf("# %s = %s  # %s\n", name, usual, about))
			return
		}
		b.WriteString(fmt.Sprintf("%s = %s  # %s\n", name, value, about))
	}
	ifTrue := func(is bool) string {
		if is {
			return "true"
		}
		return ""
	}
	b.WriteString(fmt.Sprintf("# %s\n\n", strings.ToValidUTF8(path, "?")))
	line("as", quoted(c.As), `"ann"`, "your name as an owner")
	line("theme", quoted(string(c.Theme)), `"default"`, fmt.Sprint("one of ", style.Themes()))
	line("ascii", ifTrue(c.ASCII), "false", "draw with ASCII characters only")
	mouse := ""
	if c.Mouse != nil {
		mouse = strconv.FormatBool(*c.Mouse)
	}
	line("mouse", mouse, "true", "false leaves the mouse to the terminal, to select text")
	line("stalled", quoted(c.Stalled), `"30m"`,
		"a task in progress is stalled when its file has not changed for this long")
	line("still", ifTrue(c.Still), "false", "no motion")
	line("bell", ifTrue(c.Bell), "false", "ring the bell when something needs you, and when all is done")
	line("bare", ifTrue(c.Bare), "false", "start with cards only; H shows the rest")
	line("by-owner", ifTrue(c.ByOwner), "false", "start grouped by owner")
	line("all", ifTrue(c.All), "false", "open all lists of a project on one board")
	line("read-only", ifTrue(c.ReadOnly), "false", "write nothing")
	line("poll", ifTrue(c.Poll), "false",
		"compare the directory every second, for file systems that do not report changes")
	line("review", ifTrue(c.Review), "false", "what others complete needs you until you have seen it")
	line("no-program-status", ifTrue(c.NoStatus), "false",
		"do not report status and progress to the terminal (OSC 7501, OSC 9;4)")
	line("on-event", listed(c.OnEvent), `["notify-send", "sideboard"]`, "a command to run when something happens")
	b.WriteString("\n# Your own commands, on a key of the board. {" + strings.Join(Fields, "} {") +
		"}\n# are fields of the selected task, also in the environment as " + variable(Fields[0]) +
		" and so on.\n# screen = true gives the command the terminal.\n")
	if len(c.Commands) == 0 {
		example := Command{Key: "ctrl+g", Name: "show the commits", Run: []string{"git", "log", "--grep", "{id}"},
			Screen: true}
		b.WriteString("# " + strings.ReplaceAll(strings.TrimSpace(example.text()), "\n", "\n# ") + "\n")
	}
	for _, own := range c.Commands {
		b.WriteString(own.text())
	}
	b.WriteString("\n# Other keys, by the names that sideboard config --keys prints; separate several by spaces.\n")
	if len(c.Keys) == 0 {
		b.WriteString("# [keys]\n# claim = \"c ctrl+y\"\n")
		return b.String()
	}
	b.WriteString("[keys]\n")
	for _, name := range slices.Sorted(maps.Keys(c.Keys)) {
		b.WriteString(fmt.Sprintf("%s = %s\n", name, quoted(c.Keys[name])))
	}
	return b.String()
}

// listed returns strings as a list of the file, "" for none.
func listed(all []string) string {
	var spelled []string
	for _, s := range all {
		spelled = append(spelled, cmp.Or(quoted(s), `""`))
	}
	if len(spelled) == 0 {
		return ""
	}
	return "[" + strings.Join(spelled, ", ") + "]"
}

// quoted returns a string in quotes; "", without quotes, for an empty one, or for one that TOML cannot hold.
func quoted(s string) string {
	b, err := toml.Marshal(map[string]string{"s": s})
	if s == "" || err != nil {
		return ""
	}
	return strings.TrimSpace(strings.TrimPrefix(string(b), "s = "))
}
