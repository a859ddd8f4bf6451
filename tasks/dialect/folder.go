package dialect

import "sideboard/tasks"

// List takes in a listing of the directory: the names hint at the dialect, .highwatermark at a counter, and numbers in
// names are taken for new tasks. lockFile reports whether .lock is there and is a regular file. Call it before the
// first Decode and after each new listing.
func (c *Codec) List(names []string, lockFile bool) {
	d := &folder{lock: lockFile}
	var top uint64
	stems := map[string]bool{}
	for _, name := range names {
		if name == ".highwatermark" {
			d.mark = true
		}
		kind := kindOf(name)
		d.other = d.other || kind&(nameTask|nameBare) == 0 && !Leftover(name) && !IsNote(name)
		if Noise(name) {
			continue
		}
		d.all++
		if kind&nameHex != 0 {
			d.hex++
		}
		if kind&nameInt != 0 {
			d.ints++
		}
		if kind&nameBare != 0 {
			d.bare++
		}
		if kind&(nameTask|nameBare) != 0 {
			d.named++
		}
		top = max(top, countIn(name))
		if c.at.Load().workflow {
			stems[stemOf(name)] = true
		}
	}
	c.folder.Store(d)
	c.mu.Lock()
	c.top, c.stems = top, stems
	c.mu.Unlock()
}

// AddName takes a name, so that Create does not return it again. Call it if a name returned by Create exists already.
func (c *Codec) AddName(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.top = max(c.top, countIn(name))
	if c.at.Load().workflow {
		c.stems[stemOf(name)] = true
	}
}

// AddTask counts a record for Traits, until RemoveTask. A key counts once.
func (c *Codec) AddTask(t *tasks.Task) {
	now := written{by: c.specOf(t.Traits)}
	switch now.by {
	case s18:
		now.at = t.Stamp.Mtime
	case s12:
		now.at = clockIn(t.Name)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	old, known := c.kinds[t.Key]
	switch {
	case known:
		c.uncount(old.by)
	case len(c.kinds) >= maxCounted:
		return
	}
	c.kinds[t.Key] = now
	c.counts[now.by]++
}

// RemoveTask ends what AddTask began.
func (c *Codec) RemoveTask(key tasks.Key) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, known := c.kinds[key]; known {
		c.uncount(old.by)
		delete(c.kinds, key)
	}
}

// uncount removes one record from the counts. A form that was inferred and is no longer has none. The caller holds mu.
func (c *Codec) uncount(sp *spec) {
	if c.counts[sp]--; c.counts[sp] == 0 {
		delete(c.counts, sp)
	}
}

// Traits returns the dialect of the directory, in which new tasks are created: that of most tasks of known designs if
// these are at least half of all, or by its path and names while it has none. Where agents of s18 took over from those
// of s12, it is s18, however many files the others left.
func (c *Codec) Traits() *tasks.Traits { return &c.own().traits }

// own returns what Traits does, as a spec.
func (c *Codec) own() *spec {
	if sp := c.inferred.Load(); sp != nil {
		return sp
	}
	c.mu.Lock()
	best, most, all := (*spec)(nil), 0, 0
	for _, sp := range specs {
		n := c.counts[sp]
		all += n
		if n > most && sp != unknown {
			best, most = sp, n
		}
	}
	others, shown := c.counts[unknown], c.shown.Load()
	if shown != nil {
		others += c.counts[shown]
		all += c.counts[shown]
	}
	if 2*others > all {
		best = unknown
	}
	if best == s12 && c.tookOver() {
		best = s18
	}
	c.mu.Unlock()
	switch {
	case shown != nil && (best == nil || best == unknown):
		return shown
	case best != nil:
		return best
	}
	return c.hinted()
}

// tookOver reports whether an agent of s18 wrote a file after the last task of s12 was created: agents of s12 cannot
// list such a folder any more, those of s18 read both. The caller holds mu.
func (c *Codec) tookOver() bool {
	if c.counts[s18] == 0 {
		return false
	}
	var made, wrote int64
	for _, w := range c.kinds {
		switch w.by {
		case s12:
			made = max(made, w.at)
		case s18:
			wrote = max(wrote, w.at)
		}
	}
	return wrote > made
}

// hinted returns the dialect of a directory without tasks.
func (c *Codec) hinted() *spec {
	d := c.folder.Load()
	assumed := c.assumed.Load()
	switch {
	case assumed != nil:
		return assumed
	case c.at.Load().tool != nil:
		return c.at.Load().tool
	case d.other && !c.at.Load().workflow:
		return unknown
	case c.at.Load().claude:
		return claudeCode
	case c.at.Load().workflow:
		return ccw
	case d.mark:
		return v6
	case d.lock:
		return s13
	}
	return s12
}

// Lock returns the lock that the file's own agents take: files in s10's form are under the directory's flock if there
// is a regular .lock.
func (c *Codec) Lock(t *tasks.Task) tasks.LockKind {
	if t.Traits == S10 && c.folder.Load().lock {
		return tasks.FlockLock
	}
	return t.Traits.Lock
}
