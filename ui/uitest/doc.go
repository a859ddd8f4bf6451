// Package uitest drives the whole board the way a person does: a real task directory, real bytes in, and a terminal
// emulated cell by cell that shows what came out. A scenario reads like what one would tell: press c, see this, the
// file says that.
//
// Nothing here waits for time. What a scenario says is waited for until it is so; only a limit far beyond anything
// real ends the waiting.
package uitest
