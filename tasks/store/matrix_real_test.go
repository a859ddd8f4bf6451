package store

// RealDisk is what a Store without Options.Disk works on, for tests that watch it from outside.
func RealDisk() Disk { return osDisk{} }
