//go:build !linux && !darwin

package store

// Replace cannot exchange names here.
func (d *osDir) Replace(temp, name string) error {
	d.plain.Store(true)
	return d.root.Rename(temp, name)
}
