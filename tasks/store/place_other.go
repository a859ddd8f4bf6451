//go:build !linux && !darwin

package store

// Place moves temp to a name that must be free.
func (d *osDir) Place(temp, name string) error { return d.linkInto(temp, name) }
