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
		wrong.Path = filepath.Base(wrong.Path) // a narrow board has no room for the path, and sideboard config prints it
	}
	for _, old := range b.Config.Removed {
		old.Path = filepath.Base(old.Path)
	}
	if b.Config.Theme != "" && !f.said("theme") {
		b.Theme = b.Config.Theme
	}
	if b.Config.As != "" && !f.said("as") && p.Getenv("SIDEBOARD_AS") == "" {
		b.As = b.Config.As
	}
	if !f.said("ascii") && b.Config.ASCII {
		b.ASCII = true
	}
	if b.Config.Mouse != nil && !f.said("no-mouse") {
		b.NoMouse = !*b.Config.Mouse
	}
	if d := b.Config.StalledFor(); d > 0 && !f.said("stalled") {
		b.Stalled = d
	}
	b.Bare = b.Config.Bare
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

func configCommand(p Program) *cobra.Command {
	check, keys := false, false
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print the configuration in effect, or check the file",
		Long: `config prints the configuration in effect, in the form of the file, with everything that you can set. The file is
$XDG_CONFIG_HOME/sideboard/config.toml; flags override it. If the file has a mistake, the board ignores all of it and says so.`,
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
			for _, old := range c.Removed {
				if _, err := io.WriteString(cmd.ErrOrStderr(), Printable(old.Error())+"\n"); err != nil {
					return err
				}
			}
			if check {
				if _, err := os.Stat(path); err != nil {
					path += " does not exist; everything has its default"
				} else {
					path += " is valid"
				}
				_, err := io.WriteString(cmd.OutOrStdout(), Printable(path)+"\n")
				return err
			}
			_, err = io.WriteString(cmd.OutOrStdout(), Printable(c.Text(path)))
			return err
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "only check the file")
	cmd.Flags().BoolVar(&keys, "keys", false, "print the names of the actions, for [keys]")
	return cmd
}
