//go:build race

package testdir

// Race is whether the race detector watches, which allocates by itself and takes several times as long.
const Race = true
