package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sideboard/keymap"
	"sideboard/ui/config"
)

// applyConfig fills in from the configuration file what no flag says.
func (b *BoardOptions) applyConfig(p Program, f flags, home string) {
	b.Config, b.Unread = config.Load(config.Path(p.Getenv, home))
	if wrong, ok := errors.AsType[*config.Error](b.Unread); ok {
		// a narrow board has no room for the path, and sideboard config prints it
		wrong.Path = filepath.Base(wrong.Path)
	}
	for _, wrong := range b.Config.Wrong {
		wrong.Path = filepath.Base(wrong.Path)
	}
	if b.Config.Theme != "" && !f.said("theme") {
		b.Theme = b.Config.Theme
	}
	if b.Config.As != "" && !f.said("as") && p.Getenv("SIDEBOARD_AS") == "" {
		b.As = b.Config.As
	}
	if b.Config.Mouse != nil && !f.said("no-mouse") {
		b.NoMouse = !*b.Config.Mouse
	}
	if d := b.Config.StalledFor(); d > 0 && !f.said("stalled") {
		b.Stalled = d
	}
	b.Bare = b.Config.Bare
	if !f.said("read-only") && b.Config.ReadOnly {
		b.ReadOnly, b.Finder.Options.ReadOnly = true, true
	}
	if !f.said("poll") && b.Config.Poll {
		b.Finder.Options.Poll = true
	}
	if !f.said("still") {
		b.Still = b.Config.Still
	}
	if !f.said("bell") {
		b.Bell = b.Config.Bell
	}
	if !f.said("on-event") {
		b.OnEvent = b.Config.OnEvent
	}
}

// usesASCII reports whether only ASCII may be written if no flag says otherwise: the locale has nothing else, or the
// configuration says so.
func (p Program) usesASCII() bool {
	if p.ASCII(p.Getenv) {
		return true
	}
	env, err := environment(p.Getenv)
	if err != nil {
		return false // whatever needs it says why
	}
	c, _ := config.Load(config.Path(p.Getenv, env.Home)) // the board and sideboard config say what is wrong with it
	return c.ASCII
}

func configCommand(p Program) *cobra.Command {
	check, keys := false, false
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print the configuration in effect, or check the file",
		Long: `config prints the configuration in effect, in the form of the file, with everything that you can set. The file is
$XDG_CONFIG_HOME/sideboard/config.toml; flags override it. A wrong value is ignored, and a file that cannot be read is ignored as a
whole; the board says so.`,
		Example: `  sideboard config > ~/.config/sideboard/config.toml    start from what is in effect
  sideboard config --check                              0 if the file is valid, else 1`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			env, err := environment(p.Getenv)
			if err != nil {
				return err
			}
			if keys {
				_, err := io.WriteString(cmd.OutOrStdout(), strings.Join(keymap.Names(), "\n")+"\n")
				return err
			}
			path := config.Path(p.Getenv, env.Home)
			c, err := config.Load(path)
			if wrong, ok := errors.AsType[*config.Error](err); ok {
				return &Exit{Code: 1, Err: wrong}
			}
			var wrong []error
			for _, e := range c.Wrong {
				wrong = append(wrong, e)
			}
			text := c.Text(path)
			if check {
				text = path + " is valid\n"
			}
			if _, err := os.Stat(path); err != nil && check {
				text = path + " does not exist; everything has its default\n"
			}
			if !check || wrong == nil {
				_, err = io.WriteString(cmd.OutOrStdout(), Printable(text))
			}
			if err == nil && wrong != nil {
				return &Exit{Code: 1, Err: errors.Join(wrong...)}
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "only check the file")
	cmd.Flags().BoolVar(&keys, "keys", false, "print the names of the actions, for [keys]")
	return cmd
}
