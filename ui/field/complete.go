package field

// Complete finds the candidates that begin with prefix, letter case aside, and the text all of them share, which
// is at least prefix. Without a match text is prefix.
func Complete(prefix string, candidates []string) (text string, matches []string) { return prefix, nil }
