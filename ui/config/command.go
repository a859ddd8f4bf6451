package config

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sideboard/keymap"
)

// Command is one of the person's own commands, on a key of the board.
type Command struct {
	Key  string   `toml:"key"`
	Name string   `toml:"name"`
	Run  []string `toml:"run"` // the program and its arguments
	// gets the terminal until it ends and a key is pressed; otherwise it runs in the background
	Screen bool `toml:"screen"`
}

// Fields are the fields of the selected task for a command: {id} in its arguments, $SIDEBOARD_TASK_ID in its
// environment.
var Fields = []string{"id", "subject", "owner", "status", "worktree", "list", "file", "dir"}

// variable returns the name of a field in the environment.
func variable(field string) string { return "SIDEBOARD_TASK_" + strings.ToUpper(field) }

var placeholder = regexp.MustCompile(`\{[a-z-]+\}`)

// NeedsTask reports whether the arguments refer to a task.
func (c *Command) NeedsTask() bool {
	return slices.ContainsFunc(c.Run, func(arg string) bool {
		return placeholder.MatchString(arg) || strings.Contains(arg, variable(""))
	})
}

var shell = regexp.MustCompile(`^(.*/)?(ba|da|z|k|fi)?sh$`)

// script returns the script for a shell among the arguments, "" for none.
func (c *Command) script() string {
	for i := 2; i < len(c.Run); i++ {
		if flag := c.Run[i-1]; shell.MatchString(c.Run[i-2]) && strings.HasPrefix(flag, "-") &&
			strings.HasSuffix(flag, "c") {
			return c.Run[i]
		}
	}
	return ""
}

// Process returns the arguments and the environment for a task with these fields. The text of a task stays a part of
// one argument, or the value of a variable: no shell reads it, it is not filled in again, and it never becomes an
// option.
func (c *Command) Process(of map[string]string) (args, env []string, err error) {
	var pairs []string
	for _, field := range Fields {
		if strings.ContainsRune(of[field], 0) {
			return nil, nil, fmt.Errorf("the %s of the task has a NUL, which no argument can have", field)
		}
		pairs = append(pairs, "{"+field+"}", of[field])
		env = append(env, variable(field)+"="+of[field])
	}
	fill := strings.NewReplacer(pairs...) // in one pass, so that text of a task is not filled in
	args = []string{c.Run[0]}
	for i, arg := range c.Run[1:] {
		filled := fill.Replace(arg)
		if strings.HasPrefix(filled, "-") && !strings.HasPrefix(arg, "-") && !slices.Contains(c.Run[1:i+1], "--") {
			return nil, nil, fmt.Errorf("%s begins with a dash here, and %s would take it for an option: write \"--\" before it", arg, c.Run[0])
		}
		args = append(args, filled)
	}
	return args, env, nil
}

// check returns the wrong member of a command, and why it is wrong; "" for none.
func (c *Command) check() (member, why string) {
	switch {
	case strings.TrimSpace(c.Name) == "":
		return "name", "a command needs a name"
	case len(strings.Fields(c.Key)) != 1:
		return "key", c.Name + " needs one key, like \"F6\" or \"ctrl+g\""
	case len(c.Run) == 0 || strings.TrimSpace(c.Run[0]) == "":
		return "run", c.Name + ` runs nothing: run is a list of a program and its arguments: ["gh", "issue", "view", "{id}"]`
	case slices.ContainsFunc(c.Run, func(arg string) bool { return strings.ContainsRune(arg, 0) }):
		return "run", "an argument of a command cannot have a NUL"
	case placeholder.MatchString(c.script()):
		field := strings.Trim(placeholder.FindString(c.script()), "{}")
		return "run", fmt.Sprintf("a shell reads %s, and would run the text of a task: write \"$%s\" for {%s}", c.Name,
			variable(field), field)
	case placeholder.MatchString(c.Run[0]):
		return "run", "the program of " + c.Name + " cannot come from a task"
	}
	for _, arg := range c.Run {
		for _, found := range placeholder.FindAllString(arg, -1) {
			if !slices.Contains(Fields, strings.Trim(found, "{}")) {
				return "run", fmt.Sprintf("%s: there is no field %s; fields are {%s}", c.Name, found,
					strings.Join(Fields, "}, {"))
			}
		}
	}
	return "", ""
}

// checkCommands returns the index of the first wrong command, -1 for none, its member and why it is wrong.
func (c *Config) checkCommands() (n int, member, why string) {
	if len(c.Commands) > keymap.MaxCommands {
		return keymap.MaxCommands, "key", fmt.Sprintf("%d commands are too many: at most %d", len(c.Commands),
			keymap.MaxCommands)
	}
	for i := range c.Commands {
		if member, why := c.Commands[i].check(); why != "" {
			return i, member, why
		}
	}
	m := keymap.Default()
	_ = m.Rebind(c.Keys) // checkKeys has checked them
	for i, own := range c.OwnKeys() {
		if err := m.AddCommand(own); err != nil {
			return i, "key", err.Error()
		}
	}
	return -1, "", ""
}

// OwnKeys returns the commands for the keymap.
func (c *Config) OwnKeys() (all []keymap.Command) {
	for _, own := range c.Commands {
		all = append(all, keymap.Command{Key: strings.TrimSpace(own.Key), Name: own.Name})
	}
	return all
}

// findMember returns where the file sets a member of one of several tables [[table]], the n-th from 0: the line and
// column of the value, from 1. If the value is not found it returns where that table begins, and without such a table
// what find returns for its name.
func findMember(data, table string, n int, member string) (line, column int) {
	at := -1 // the table that the line is in
	for i, l := range strings.Split(data, "\n") {
		text := strings.TrimSpace(l)
		if strings.HasPrefix(text, "[") {
			if at == n {
				break
			}
			if strings.HasPrefix(strings.ReplaceAll(text, " ", ""), "[["+table+"]]") {
				if at++; at == n {
					line, column = i+1, strings.Index(l, "[")+1
				}
			}
			continue
		}
		name, value, ok := strings.Cut(l, "=")
		if at == n && ok && strings.TrimSpace(name) == member {
			return i + 1, len(l) - len(strings.TrimLeft(value, " \t")) + 1
		}
	}
	if line == 0 {
		return find(data, table)
	}
	return line, column
}

// text returns the command as a [[commands]] table of the configuration file.
func (c *Command) text() string {
	text := fmt.Sprintf("[[commands]]\nkey = %s\nname = %s\nrun = %s\n", quoted(c.Key), quoted(c.Name), listed(c.Run))
	if c.Screen {
		text += "screen = true\n"
	}
	return text
}
