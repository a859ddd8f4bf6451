package store

// Replace puts the file temp in the place of name, in one step: whoever opens name gets the old file or the new one.
// What was displaced is gone unseen; where a system can exchange two names instead, this is the place to do so and
// to look at what came out.
func (d *osDir) Replace(temp, name string) error { return d.root.Rename(temp, name) }
