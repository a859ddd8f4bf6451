package config

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sideboard/keymap"
)

// Command is a command of the person's own, on a key of the board.
type Command struct {
	Key    string   `toml:"key"`
	Name   string   `toml:"name"`
	Run    []string `toml:"run"`    // the program and its arguments
	Screen bool     `toml:"screen"` // it has the terminal until it ends and a key is pressed; else it runs in the background
}

// Fields are what a command can be told of the selected task: in its arguments as {id}, in its environment as $SIDEBOARD_TASK_ID.
var Fields = []string{"id", "subject", "owner", "status", "worktree", "list", "file", "dir"}

// variable returns what a field is called in the environment.
func variable(field string) string { return "SIDEBOARD_TASK_" + strings.ToUpper(field) }

var placeholder = regexp.MustCompile(`\{[a-z-]+\}`)

// NeedsTask reports whether a command means nothing without a task: a field of it, or its variable, is in the arguments.
func (c *Command) NeedsTask() bool {
	return slices.ContainsFunc(c.Run, func(arg string) bool { return placeholder.MatchString(arg) || strings.Contains(arg, variable("")) })
}

var shell = regexp.MustCompile(`^(.*/)?(ba|da|z|k|fi)?sh$`)

// script returns the argument that a shell reads as its program, "" for none.
func (c *Command) script() string {
	for i := 2; i < len(c.Run); i++ {
		if flag := c.Run[i-1]; shell.MatchString(c.Run[i-2]) && strings.HasPrefix(flag, "-") && strings.HasSuffix(flag, "c") {
			return c.Run[i]
		}
	}
	return ""
}

// Process returns what is run for a task, by the values of its fields. What a task says is a part of one argument and no more, or the
// value of a variable: neither a shell nor this program reads it again, and it never becomes an option of the program.
func (c *Command) Process(of map[string]string) (args, env []string, err error) {
	var pairs []string
	for _, field := range Fields {
		if strings.ContainsRune(of[field], 0) {
			return nil, nil, fmt.Errorf("the %s of the task has a NUL, which no program can be given", field)
		}
		pairs = append(pairs, "{"+field+"}", of[field])
		env = append(env, variable(field)+"="+of[field])
	}
	fill := strings.NewReplacer(pairs...) // in one pass: what was put in is not looked at again
	args = []string{c.Run[0]}
	for i, arg := range c.Run[1:] {
		filled := fill.Replace(arg)
		if strings.HasPrefix(filled, "-") && !strings.HasPrefix(arg, "-") && !slices.Contains(c.Run[1:i+1], "--") {
			return nil, nil, fmt.Errorf("%s begins with a dash here, and %s would take it for an option: write \"--\" before it where the program knows that", arg, c.Run[0])
		}
		args = append(args, filled)
	}
	return args, env, nil
}

// check returns which member of a command is wrong, and why; "" for neither.
func (c *Command) check() (member, why string) {
	switch {
	case strings.TrimSpace(c.Name) == "":
		return "name", "a command has a name"
	case len(strings.Fields(c.Key)) != 1:
		return "key", c.Name + " has no key, or several: a command has one, like \"F6\" or \"ctrl+g\""
	case len(c.Run) == 0 || strings.TrimSpace(c.Run[0]) == "":
		return "run", c.Name + ` runs nothing: run is a list, of a program and its arguments: ["gh", "issue", "view", "{id}"]`
	case slices.ContainsFunc(c.Run, func(arg string) bool { return strings.ContainsRune(arg, 0) }):
		return "run", "an argument of a command cannot have a NUL"
	case placeholder.MatchString(c.script()):
		field := strings.Trim(placeholder.FindString(c.script()), "{}")
		return "run", fmt.Sprintf("%s is read by a shell, which would read what a task says: write \"$%s\" for {%s}", c.Name, variable(field), field)
	case placeholder.MatchString(c.Run[0]):
		return "run", "no task says which program " + c.Name + " is"
	}
	for _, arg := range c.Run {
		for _, found := range placeholder.FindAllString(arg, -1) {
			if !slices.Contains(Fields, strings.Trim(found, "{}")) {
				return "run", fmt.Sprintf("%s: there is no field %s: {%s} are", c.Name, found, strings.Join(Fields, "}, {"))
			}
		}
	}
	return "", ""
}

// checkCommands returns the first command that is wrong, -1 for none, its member and why. The keys are those of the person's file.
func (c *Config) checkCommands() (n int, member, why string) {
	if len(c.Commands) > keymap.MaxCommands {
		return keymap.MaxCommands, "key", fmt.Sprintf("%d commands: %d have a key", len(c.Commands), keymap.MaxCommands)
	}
	for i := range c.Commands {
		if member, why := c.Commands[i].check(); why != "" {
			return i, member, why
		}
	}
	m := keymap.Default()
	if m.Rebind(c.Keys) != nil {
		return -1, "", "" // that is told of the keys
	}
	for i, own := range c.OwnKeys() {
		if err := m.AddCommand(own); err != nil {
			return i, "key", err.Error()
		}
	}
	return -1, "", ""
}

// OwnKeys returns what the key table has to know of the commands.
func (c *Config) OwnKeys() (all []keymap.Command) {
	for _, own := range c.Commands {
		all = append(all, keymap.Command{Key: strings.TrimSpace(own.Key), Name: own.Name})
	}
	return all
}

// findMember returns where the value of a member stands in the n-th of several tables of a name, from 1; where it is not spelled so, where
// the table or the name begins.
func findMember(data, table string, n int, member string) (line, column int) {
	at := -1
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
		name, value, is := strings.Cut(l, "=")
		if at == n && is && strings.TrimSpace(name) == member {
			return i + 1, len(l) - len(strings.TrimLeft(value, " \t")) + 1
		}
	}
	if line == 0 {
		return find(data, table)
	}
	return line, column
}

// text returns a command as the file spells it.
func (c *Command) text() string {
	text := fmt.Sprintf("[[commands]]\nkey = %s\nname = %s\nrun = %s\n", quoted(c.Key), quoted(c.Name), listed(c.Run))
	if c.Screen {
		text += "screen = true\n"
	}
	return text
}
