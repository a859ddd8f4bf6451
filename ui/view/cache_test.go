package view

import (
	"reflect"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"sideboard/ui/style"
)

// A card that is remembered must never be shown in place of one that differs from it.
func TestEveryChangeOfACardIsDrawn(t *testing.T) {
	sheet := style.New(true, colorprofile.TrueColor)
	l := Arrange(120, 40, LayoutOptions{})
	base := owned(Running, "#05", "Board columns", "agent-1", "12m")
	base.Note, base.Names, base.Doing, base.Behind, base.Fresh, base.Key = txt("waits for"), txt("Schema"), txt("Drawing"), 3, 2, "k"
	draw := func(pt *Painter, c Card, sheet *style.Sheet, static bool) string {
		b := sampleBoard()
		b.Columns[0], b.Columns[1], b.Columns[2] = column(-1), column(-1, c), column(-1)
		b.Static = static
		return pt.Draw(l, &Screen{Board: b}, sheet).Content
	}
	fields := reflect.TypeOf(base)
	for i := range fields.NumField() {
		name := fields.Field(i).Name
		from, changed := base, base
		switch v := reflect.ValueOf(&changed).Elem().Field(i); {
		case name == "Key":
			continue
		case name == "Alarm":
			from.Warn = txt("started early")
			changed.Warn, changed.Alarm = from.Warn, true
		case name == "WorktreeName": // shown of a card with a worktree, where room is
			from.HasWorktree, from.Note, from.Names = true, Text{}, Text{}
			changed = from
			changed.WorktreeName = txt("tree")
		case name == "Mark":
			from.Fresh, changed.Fresh, changed.Mark = 3, 3, style.You
		case v.Type() == reflect.TypeOf(Text{}):
			v.Set(reflect.ValueOf(txt("other")))
		case v.Kind() == reflect.Bool:
			v.SetBool(true)
		case v.CanInt():
			v.SetInt(7)
		case v.CanUint():
			v.SetUint(uint64(1))
		}
		pt := NewPainter()
		before := draw(pt, from, sheet, false)
		after := draw(pt, changed, sheet, false)
		if after == before {
			t.Errorf("a change of %s is not drawn", name)
		}
		if fresh := draw(NewPainter(), changed, sheet, false); fresh != after {
			t.Errorf("after a change of %s something old is left", name)
		}
	}
	pt := NewPainter()
	before := draw(pt, base, sheet, false)
	if draw(pt, base, style.New(false, colorprofile.TrueColor), false) == before {
		t.Error("a change of theme is not drawn")
	}
	draw(pt, base, sheet, false)
	if draw(pt, base, sheet, true) == before {
		t.Error("a change to reduced motion is not drawn")
	}
}
