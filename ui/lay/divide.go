package lay

// Abreast returns how many columns with gaps between them have room next to each other in w cells, of at least least
// cells each and at most most, and how wide each may be.
func Abreast(w, least, gap, most int) (n, each int) {
	n = max(1, min(most, (w+gap)/(least+gap)))
	return n, (w - (n-1)*gap) / n
}

// Divide divides groups of rows among at most n columns of about the same height, with an empty row between two groups.
// No group is divided. A later group may come before one that its column has no room for.
func Divide[T any](groups [][]T, n int) [][]T {
	tallest, all := 0, -1
	for _, g := range groups {
		tallest, all = max(tallest, len(g)), all+1+len(g)
	}
	for height := max(tallest, (all+n-1)/n); ; height++ {
		columns, rest := fillColumns(groups, n, height)
		if len(rest) == 0 {
			return columns
		}
	}
}

// fillColumns fills n columns of a height with groups, and returns the groups that have no room.
func fillColumns[T any](groups [][]T, n, height int) (columns, rest [][]T) {
	var empty T
	rest = groups
	for range n {
		var column []T
		var left [][]T
		for _, g := range rest {
			switch {
			case len(column) == 0 && len(g) <= height:
				column = append(column, g...)
			case len(column)+1+len(g) <= height:
				column = append(append(column, empty), g...)
			default:
				left = append(left, g)
			}
		}
		columns, rest = append(columns, column), left
	}
	return columns, rest
}
