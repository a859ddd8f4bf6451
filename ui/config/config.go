// Package config reads the configuration file: colours, keys, commands.
package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"iter"
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

// Config is what the file says; the zero value is what holds without one.
type Config struct {
	As       string            `toml:"as"` // the person's name as an owner
	Theme    style.Theme       `toml:"theme"`
	ASCII    bool              `toml:"ascii"`   // draw with plain characters
	Mouse    *bool             `toml:"mouse"`   // nil for true
	Stalled  string            `toml:"stalled"` // "45m"
	Still    bool              `toml:"still"`
	Bell     bool              `toml:"bell"`
	Bare     bool              `toml:"bare"`              // as after a press of H
	ByOwner  bool              `toml:"by-owner"`          // as after a press of @
	OnEvent  []string          `toml:"on-event"`          // a command and its arguments
	NoStatus bool              `toml:"no-program-status"` // the terminal is not told how the work stands
	Keys     map[string]string `toml:"keys"`              // by the name of an action, its keys, separated by blanks

	Commands []Command `toml:"commands"`

	Removed []*Error `toml:"-"` // what the file says that no longer has a meaning
}

// Error is what is wrong in a file, and where.
type Error struct {
	Path         string
	Line, Column int // from 1; 0 where the whole file is meant
	Why          string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Path + ": " + e.Why
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Why)
}

// Path returns where the file lies, "" where no home is known.
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

// maxSize is the size in bytes above which a file is not read.
const maxSize = 1 << 20

// Load reads a file, which may be a link to one. One that is not there says nothing. The error is an *Error; what is returned
// with it is what holds without a file.
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
		return Config{}, &Error{Path: path, Why: "it is no regular file, and is not opened"}
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
	for _, old := range c.Removed {
		old.Path = path
	}
	return c, nil
}

// Parse reads the text of a file, strictly: what it does not know is an error, and what makes no sense.
func Parse(data []byte) (Config, *Error) {
	var c Config
	d := toml.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	err := d.Decode(&c)
	if strict, is := errors.AsType[*toml.StrictMissingError](err); is && c.allRemoved(strict) {
		err = nil
	}
	if err != nil {
		return Config{}, decodeError(err)
	}
	c.dropRemovedKeys(string(data))
	for _, check := range []func() (at, why string){c.checkTheme, c.checkStalled, c.checkOnEvent, c.checkKeys} {
		if at, why := check(); why != "" {
			e := &Error{Why: why}
			e.Line, e.Column = find(string(data), at)
			return Config{}, e
		}
	}
	if n, member, why := c.checkCommands(); why != "" {
		e := &Error{Why: why}
		e.Line, e.Column = findMember(string(data), "commands", n, member)
		return Config{}, e
	}
	return c, nil
}

func decodeError(err error) *Error {
	var strict *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &strict) && len(strict.Errors) > 0:
		line, column := strict.Errors[0].Position()
		return &Error{Line: line, Column: column, Why: strings.Join(strict.Errors[0].Key(), ".") + " is not known: " + strings.Join(members(), ", ") + " are"}
	case errors.As(err, &wrong):
		line, column := wrong.Position()
		if key := wrong.Key(); len(key) > 0 && strings.Contains(wrong.Error(), "cannot ") {
			return &Error{Line: line, Column: column, Why: strings.Join(key, ".") + " is " + expected(reflect.TypeFor[Config](), key)}
		}
		return &Error{Line: line, Column: column, Why: strings.TrimPrefix(wrong.Error(), "toml: ")}
	}
	return &Error{Why: err.Error()}
}

// members returns the names of what a file can say.
func members() (names []string) {
	for f := range fields(reflect.TypeFor[Config]()) {
		if name := f.Tag.Get("toml"); name != "-" {
			names = append(names, name)
		}
	}
	return names
}

func fields(t reflect.Type) iter.Seq[reflect.StructField] {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if !yield(t.Field(i)) {
				return
			}
		}
	}
}

// expected returns in words what the value of a key is: one of a table, by the names of both.
func expected(t reflect.Type, key []string) string {
	for f := range fields(t) {
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
			return `a list of texts: ["notify-send", "sideboard"]`
		}
		break
	}
	return "a text in quotes"
}

// find returns where a text stands first in a file, from 1; 0 where it does not.
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
		return c.Stalled, fmt.Sprintf("%q is no time above zero: write 30m, 90s or 1h30m", c.Stalled)
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
	if wrong, is := errors.AsType[*keymap.BindError](keymap.Default().Rebind(c.Keys)); is {
		return wrong.Name, wrong.Why
	}
	return "", ""
}

// StalledFor returns from when on a running task whose file is unchanged is stalled, 0 where the file does not say.
func (c *Config) StalledFor() time.Duration {
	d, _ := time.ParseDuration(c.Stalled)
	return d
}

// Text returns the configuration as a file of its own, with what can be said.
func (c *Config) Text(path string) string {
	var b strings.Builder
	line := func(name, value, usual, about string) {
		if value == "" {
			b.WriteString(fmt.Sprintf("# %s = %s  # %s\n", name, usual, about))
			return
		}
		b.WriteString(fmt.Sprintf("%s = %s  # %s\n", name, value, about))
	}
	wished := func(is bool) string {
		if is {
			return "true"
		}
		return ""
	}
	b.WriteString(fmt.Sprintf("# %s\n\n", strings.ToValidUTF8(path, "?")))
	line("as", quoted(c.As), `"ann"`, "your name as an owner")
	line("theme", quoted(string(c.Theme)), `"default"`, fmt.Sprint("one of ", style.Themes()))
	line("ascii", wished(c.ASCII), "false", "plain characters are drawn")
	mouse := ""
	if c.Mouse != nil {
		mouse = strconv.FormatBool(*c.Mouse)
	}
	line("mouse", mouse, "true", "false leaves the mouse to the terminal, for selecting text")
	line("stalled", quoted(c.Stalled), `"30m"`, "a running task whose file is unchanged for so long is stalled")
	line("still", wished(c.Still), "false", "nothing fades or lights up")
	line("bell", wished(c.Bell), "false", "the terminal's bell rings when something needs you, and when all is done")
	line("bare", wished(c.Bare), "false", "only the cards at first: no header, no keys; H brings the rest back")
	line("by-owner", wished(c.ByOwner), "false", "the cards of each owner stand together from the start")
	line("no-program-status", wished(c.NoStatus), "false", "the terminal is not told how the work stands (OSC 7501)")
	line("on-event", listed(c.OnEvent), `["notify-send", "sideboard"]`, "a command that is told what happens")
	b.WriteString("\n# Commands of your own, on a key of the board. {" + strings.Join(Fields, "} {") + "}\n# are those of the selected task, each a part of one argument; in the environment they are " + variable(Fields[0]) + "\n# and so on. screen = true lends the terminal.\n")
	if len(c.Commands) == 0 {
		example := Command{Key: "ctrl+g", Name: "show the commits", Run: []string{"git", "log", "--grep", "{id}"}, Screen: true}
		b.WriteString("# " + strings.ReplaceAll(strings.TrimSpace(example.text()), "\n", "\n# ") + "\n")
	}
	for _, own := range c.Commands {
		b.WriteString(own.text())
	}
	b.WriteString("\n# Other keys, by the names that sideboard config --keys prints; several are separated by blanks.\n")
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

// listed returns texts as the file spells a list of them, "" for none.
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

// quoted returns a text as the file spells it, "" for none.
func quoted(s string) string {
	b, err := toml.Marshal(map[string]string{"s": s})
	if s == "" || err != nil {
		return ""
	}
	return strings.TrimSpace(strings.TrimPrefix(string(b), "s = "))
}
