package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// tabsWidth returns the cells of the tabs with their names.
func tabsWidth(tabs []Tab) (w int) {
	for i := range tabs {
		w += tabs[i].Key.Width() + tabs[i].Name.Width() + 3
	}
	return w
}

// tabBits returns the tabs with their keys and names, or without the names of those that are not chosen.
func tabBits(tabs []Tab, view ViewKind, named bool) (bits []lay.Bit) {
	for i := range tabs {
		tab := &tabs[i]
		chosen := tab.View == view || tab.View == GraphView && view == TreeView
		bit := lay.Bit{Text: safetext.Spaces(1).Append(tab.Key, safetext.Spaces(1)), Style: style.AccentStrong,
			Kind: TabSpot, Item: i, Tight: chosen}
		name := lay.Bit{Text: tab.Name.Append(safetext.Spaces(1)), Style: style.Dim, Kind: TabSpot, Item: i,
			Tight: chosen}
		if chosen {
			name.Style = style.TitleStrong
		}
		bits = append(bits, bit)
		if named || chosen {
			bits = append(bits, name)
		}
	}
	return bits
}

// drawTabBits draws tabs on the ground of a bar; the chosen one has the ground of the page, into which it opens.
func drawTabBits(p *pen, bits []lay.Bit) {
	on := p.On
	for i := range bits {
		if bits[i].Tight {
			p.SetGround(style.Flat)
		}
		lay.Draw(p, bits[i])
		p.SetGround(on)
	}
}

// drawTabs draws the row of the tabs on a narrow screen.
func drawTabs(p *pen, l *Layout, h *Header) {
	p.SetGround(style.Bar)
	drawTabBits(p, tabBits(h.Tabs, l.View, l.W >= tabsWidth(h.Tabs)))
	p.Fill()
	p.SetGround(style.Flat)
}

var wordTwo, wordGap = safetext.Spaces(2), safetext.Spaces(3)
