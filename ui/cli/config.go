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
	if wrong, is := errors.AsType[*config.Error](b.Unread); is {
		wrong.Path = filepath.Base(wrong.Path) // its whole path has no room on a narrow board, and sideboard config says it
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

// configCommand shows and judges the person's file.
func configCommand(p Program) *cobra.Command {
	check, keys := false, false
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print the configuration in force, or judge a file",
		Long: `config prints what the configuration file says, with what can be said, in the form of the file itself: as, theme, ascii, mouse, stalled, still, bell,
bare, by-owner, on-event, no-program-status, commands (your own, on a key) and keys. The file is $XDG_CONFIG_HOME/sideboard/config.toml; a flag goes before it. A file with a
mistake is not in force at all, and the board says so. With --check it is only judged; with --keys the actions are named.`,
		Example: `  sideboard config > ~/.config/sideboard/config.toml    begin with what holds now
  sideboard config --check                              0 where the file can be used, else 1`,
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
			if wrong, is := errors.AsType[*config.Error](err); is {
				return &Exit{Code: 1, Err: wrong}
			}
			for _, old := range c.Removed {
				if _, err := io.WriteString(cmd.ErrOrStderr(), Printable(old.Error())+"\n"); err != nil {
					return err
				}
			}
			if check {
				if _, err := os.Stat(path); err != nil {
					path += " is not there, and nothing has to be"
				} else {
					path += " can be used"
				}
				_, err := io.WriteString(cmd.OutOrStdout(), Printable(path)+"\n")
				return err
			}
			_, err = io.WriteString(cmd.OutOrStdout(), Printable(c.Text(path)))
			return err
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "only judge the file")
	cmd.Flags().BoolVar(&keys, "keys", false, "name the actions that can have other keys")
	return cmd
}
