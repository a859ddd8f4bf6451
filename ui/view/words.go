package view

import "sideboard/ui/safetext"

// columnNames are the columns' names on the screen.
var columnNames = [Columns]Text{
	PendingColumn:    safetext.Const("Pending"),
	InProgressColumn: safetext.Const("In progress"),
	CompletedColumn:  safetext.Const("Completed"),
}

// Name gives the column's name on the screen.
func (k ColumnKind) Name() Text { return columnNames[k%Columns] }
