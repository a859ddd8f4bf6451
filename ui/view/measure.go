package view

// FormArea gives the rows a field of several lines may take in a form of n fields on a screen of h rows, so that the
// whole form is seen where that is possible.
func FormArea(h, n int) int {
	each := 2 // label and line
	if h >= roomyHeight {
		each++
	}
	return min(max(h-6-each*n, 3), 12)
}

// HelpScroll gives how far a help can be scrolled on a screen of w by h cells.
func HelpScroll(w, h int, help *Help) int {
	columns := max(1, min(3, len(help.Groups), (w-6+helpSpace)/(helpColumn+helpSpace)))
	rows := 2
	for i := range help.Groups {
		rows += len(help.Groups[i].Keys) + 2
	}
	return max(0, (rows+columns-1)/columns+2-max(h-4, 1))
}
