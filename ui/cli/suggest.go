package cli

import (
	"fmt"
	"strings"
)

// closestName returns the name that word was probably meant to be: one that begins with it, or the one that the fewest
// letters tell from it, at most two; "" for none.
func closestName(word string, names []string) string {
	word = strings.ToLower(word)
	best, at := "", 3
	for _, name := range names {
		far := editDistance(word, name)
		if strings.HasPrefix(name, word) {
			far = 1
		}
		if far < at && far < len(name) {
			best, at = name, far
		}
	}
	return best
}

// editDistance counts the letters that have to be put in, taken out or changed to make one word of another.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}

func unknownTopic(word, what string, known []string) error {
	if near := closestName(word, known); near != "" {
		return fmt.Errorf("%s is not %s; did you mean %s?\nKnown: %s", word, what, near, strings.Join(known, ", "))
	}
	return fmt.Errorf("%s is not %s. Known: %s", word, what, strings.Join(known, ", "))
}
