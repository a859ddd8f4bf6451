// Package cli is the program without a screen: its commands and their flags. The board itself is handed in as a
// function, so that a command never loads a screen it does not show.
package cli
