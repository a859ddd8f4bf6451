// Package keymap says what keys mean. It knows no program: a press comes in as its name, an Action comes out,
// and the same entries that decide this are what the footer and the help show, so that the two cannot drift
// apart. A disabled entry neither matches nor shows; the reason why it is disabled is kept for who asks.
//
// Scopes are lists of entries. What is on the screen decides which scopes are asked, in which order; the first
// enabled entry that matches wins.
package keymap
