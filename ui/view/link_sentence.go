package view

import (
	"slices"

	"sideboard/ui/style"
)

// chosen returns what the link would end at, nil before something is chosen.
func (k *Link) chosen() *Candidate {
	if k.Selected < 0 || k.Selected >= len(k.Items) {
		return nil
	}
	return &k.Items[k.Selected]
}

// sentencePart is a task in the sentence, nil for one that is not chosen yet, and how the one before it waits for it.
type sentencePart struct {
	verb string
	task *Node
}

// sentence is what would be: who waits for whom.
func (k *Link) sentence() []sentencePart {
	var other *Node
	if c := k.chosen(); c != nil {
		other = &c.Node
	}
	switch {
	case k.listsLinks():
		return []sentencePart{{"", &k.Source}}
	case k.Action == SpliceLink:
		return []sentencePart{{"", &k.Other}, {"waits for", other}, {"waits for", &k.Source}}
	case k.Turned:
		return []sentencePart{{"", other}, {"will wait for", &k.Source}}
	}
	return []sentencePart{{"", &k.Source}, {"will wait for", other}}
}

// drawSentence draws the sentence, or one row of it.
func (k *Link) drawSentence(pt *Painter, p *pen, row int) {
	parts := k.sentence()
	tight, share := p.remaining() < 60 && !k.stacked, max((p.remaining()-4-12*len(parts))/len(parts), 6)
	if k.stacked {
		share = p.end
		if p.end < verdictWidth {
			if row%2 == 1 && row/2+1 < len(parts) {
				p.space(2)
				k.drawVerb(pt, p, parts[row/2+1].verb)
				return
			}
			parts, row = slices.Clone(parts), row/2
			parts[min(row, len(parts)-1)].verb = ""
		}
		parts = parts[min(row, len(parts)):min(row+1, len(parts))]
	}
	for i, part := range parts {
		if part.verb != "" {
			p.space(2 * b2i(!k.stacked))
			k.drawVerb(pt, p, part.verb)
			p.space(1 + b2i(!k.stacked))
		}
		if part.task == nil {
			p.ascii(style.Hint, "which task?")
			continue
		}
		p.state(part.task.State)
		p.text(style.Dim, part.task.ID)
		if tight && i == 0 && len(parts) > 1 && !part.task.ID.Empty() { // the ids of both, the subject of the second
			continue
		}
		p.space(1)
		p.textUpTo(style.SubjectStrong, part.task.Subject, min(share, p.remaining()))
	}
}

// drawVerb draws how one waits for the next, and the arrow of the link where there is a picture to find it in.
func (k *Link) drawVerb(pt *Painter, p *pen, word string) {
	st, words := style.Preview, style.Plain
	if c := k.chosen(); c != nil && c.Verdict != LinkAllowed {
		st, words = style.Danger, style.Danger
	}
	if k.stacked {
		p.ascii(words, word)
		return
	}
	p.ascii(style.Plain, word)
	p.space(1)
	p.bar(st, pt.sh.Glyphs.Dashes, 2)
	p.glyph(st, pt.sh.Glyphs.Head)
}

// drawRemoval draws what would be without the chosen link. Where that has no room whole, the task whose links are listed is left out as
// the one that waits: it stands above them.
func (k *Link) drawRemoval(p *pen) {
	c := k.chosen()
	if c == nil {
		return
	}
	const words = "no longer waits for "
	own, other := k.Source.ID, &c.Node
	room := p.remaining() - len(words) - other.ID.Width() - 1 - own.Width() - 1
	if c.Before {
		if other.Subject.Width() <= room {
			p.text(style.Dim, own)
			p.space(1)
		}
		p.ascii(style.Plain, words)
	}
	p.text(style.Dim, other.ID)
	p.space(1)
	if c.Before {
		p.textUpTo(style.SubjectStrong, other.Subject, p.remaining())
		return
	}
	p.textUpTo(style.SubjectStrong, other.Subject, room)
	p.space(1)
	p.ascii(style.Plain, words)
	p.text(style.Dim, own)
}
