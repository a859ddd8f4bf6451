package keymap

import (
	"strings"

	"charm.land/bubbles/v2/key"
)

// ScopeName names a scope.
type ScopeName uint8

const (
	BoardScope        ScopeName = iota // the cursor on the board
	ViewsScope                         // the board, or one of the dependency views
	NowScope                           // the lanes of the agents, in time
	DepViewScope                       // the cursor in a dependency view
	TaskScope                          // what can be done to the selected task
	ShowScope                          // what can be opened
	CommandScope                       // the person's own commands
	DetailScope                        // the detail in full
	QuestionScope                      // a question waits for yes or no
	FilterScope                        // over a line of text: it is a filter
	FindScope                          // over a line of text: something is found by typing
	MarkScope                          // over the board: tasks are marked
	BatchScope                         // over a list: an action on several tasks
	TextScope                          // a line of text
	FormScope                          // a form
	ListScope                          // problems, help: something to scroll and leave
	StartScope                         // no directory yet
	ConflictScope                      // a conflict, field by field
	RepairScope                        // over the problems: what repairs them
	DemoScope                          // over a demo
	StoryScope                         // over the story of a demo
	StageScope                         // over the screen as it is for a room
	WorktreeMenuScope                  // the menu of what can be done with worktrees
	DeletedScope                       // over what was deleted
	AgentsScope                        // over a list: who works on the tasks
	WorktreeScope                      // over a list: what was done in a worktree
	WorktreesScope                     // over a list: all worktrees of the project
	ProvokeScope                       // the demo's menu of mishaps
	WhatIfScope                        // over a dependency view: what if
	LinkScope                          // the other end of a link is looked for
	UnlinkScope                        // over a list: the links of a task
	SpliceScope                        // over a list: the links of a task, one of which a task is put into
	HelpScope                          // over a list: the keys
	HelpFindScope                      // over a line of text: a key is found in the help
	PickerScope                        // over a list: what can be opened
	PickerFilterScope                  // the filter over what can be opened is typed
)

// Default returns the whole keymap: what the product can do, in help order.
func Default() *Map {
	return &Map{scopes: []Scope{
		{BoardScope, "Move", []Entry{
			e(Up, "↑/k", "up", "k", "up").long("the task above").both("the task above, below"),
			e(Down, "↓/j", "down", "j", "down").long("the task below"),
			e(Left, "←/h", "left", "h", "left").long("the column to the left").both("the column left, right"),
			e(Right, "→/l", "right", "l", "right").long("the column to the right"),
			e(First, "g", "first", "g", "home").long("first of the column").both("the first, the last"),
			e(Last, "G", "last", "G", "end").long("last of the column"),
			e(PageUp, "pgup", "page up", "pgup", "ctrl+b").long("a page up").both("a page up, down"),
			e(PageDown, "pgdn", "page down", "pgdown", "ctrl+f").long("a page down"),
			e(Fold, "z", "fold", "z").foot().long("fold a container"),
			e(GoToAttention, ".", "needs you", ".").foot().long("next that needs you"),
			e(FollowMoved, "`", "follow it", "`").foot().long("to the card you moved"),
			e(GroupByOwner, "@", "by owner", "@").long("by owner, in lanes"),
		}},
		{MarkScope, "Mark several", []Entry{
			e(Mark, "space", "mark", "space", ",").long("mark it, or not"),
			e(MarkDown, "shift+↓", "mark down", "shift+down").long("mark it, then go down"),
			e(MarkUp, "shift+↑", "mark up", "shift+up").long("mark it, then go up"),
			e(MarkAll, "*", "mark all", "*").long("mark all that are shown"),
			e(Sweep, "M", "sweep", "M").long("marks made for you"),
		}},
		{ViewsScope, "Board and dependencies", []Entry{
			e(NextView, "tab", "dependencies", "tab").foot().long("the next view"),
			e(PreviousView, "shift+tab", "previous view", "shift+tab").long("the view before"),
			e(ShowBoard, "1", "board", "1").long("the board"),
			e(ShowGraph, "2", "graph", "2").long("the graph, in waves"),
			e(ShowFocus, "3", "focus", "3").long("a task's neighbours"),
			e(ShowTimeline, "4", "order", "4").long("the order, a line a task"),
			e(ShowNow, "5", "now", "5").long("who works on what"),
		}},
		{NowScope, "Who works on what, in time", []Entry{
			e(Up, "↑/k", "agent above", "k", "up").foot().long("the agent above").both("the agent above, below"),
			e(Down, "↓/j", "agent below", "j", "down").foot().long("the agent below"),
			e(First, "g", "first", "g", "home").long("the first agent").both("the first, the last"),
			e(Last, "G", "last", "G", "end").long("the last agent"),
			e(PageUp, "pgup", "page up", "pgup", "ctrl+b").long("a page up").both("a page up, down"),
			e(PageDown, "pgdn", "page down", "pgdown", "ctrl+f").long("a page down"),
			e(Left, "←/h", "earlier", "h", "left").foot().long("earlier").both("earlier, later"),
			e(Right, "→/l", "later", "l", "right").foot().long("later"),
			e(ZoomOut, "-", "more time", "-").foot().long("more time").both("more time, less"),
			e(ZoomIn, "+", "less time", "+", "=").foot().long("less time"),
			e(GoToAttention, ".", "needs you", ".").foot().long("next that needs you"),
		}},
		{DepViewScope, "In the dependencies", []Entry{
			e(Left, "←/h", "what it waits for", "h", "left").long("to what it waits for"),
			e(Right, "→/l", "what waits for it", "l", "right").long("to what waits for it"),
			e(Up, "↑/k", "up", "k", "up").long("up in its wave").both("up, down in its wave"),
			e(Down, "↓/j", "down", "j", "down").long("down in its wave"),
			e(First, "g", "first", "g", "home").long("first of its wave").both("first, last of its wave"),
			e(Last, "G", "last", "G", "end").long("last of its wave"),
			e(PageUp, "pgup", "page up", "pgup", "ctrl+b").long("a page up").both("a page up, down"),
			e(PageDown, "pgdn", "page down", "pgdown", "ctrl+f").long("a page down"),
			e(NextPart, "*", "another part", "*").foot().long("draw another part"),
			e(FollowChain, "C", "longest chain", "C").foot().long("along the longest chain"),
			e(NextHit, "]", "next found", "]").foot().long("next the filter finds").both("next, previous found"),
			e(PreviousHit, "[", "found before", "[").long("the one found before"),
			e(WhatIf, "f", "what if", "f").foot().long("what if it were done"),
			e(FoldFinished, "z", "finished", "z").foot().long("show finished work"),
			e(FoldUnlinked, "Z", "unlinked", "Z").long("show unlinked tasks"),
			e(ShowRedundant, "x", "all links", "x").long("links a path implies"),
			e(Tidy, "F", "tidy", "F").long("lay the graph out anew"),
			e(ZoomOut, "-", "smaller", "-", "_").foot().long("smaller, or further away").both("smaller, larger"),
			e(ZoomIn, "+", "larger", "+", "=").foot().long("larger, or nearer"),
			e(GoToAttention, ".", "needs you", ".").foot().long("next that needs you"),
		}},
		{WhatIfScope, "What if", []Entry{
			e(AssumeDone, "space", "as if done", "space").foot().long("as if done, or not"),
			e(Back, "esc", "back to what is", "esc", "f").foot().long("back to what is"),
		}},
		{TaskScope, "Act on the task", []Entry{
			e(Claim, "c", "claim", "c").foot().long("claim it: it is yours"),
			e(Complete, "d", "complete", "d").foot().long("complete it"),
			e(Release, "r", "release", "r").foot().long("release it"),
			e(Reopen, "o", "reopen", "o").foot().long("reopen it"),
			e(Edit, "e", "edit", "e").foot().long("edit it in a form"),
			e(EditOutside, "E", "$EDITOR", "E").long("edit it in $EDITOR"),
			e(Assign, "m", "give to", "m").long("give it to somebody"),
			e(New, "n", "new", "n").foot().long("create a task"),
			e(NewWaiting, "N", "new after it", "N").long("create one after it"),
			e(Link, "L", "link", "L").foot().long("link: it waits for ..."),
			e(Unlink, "X", "unlink", "X").long("unlink, or relink"),
			e(Splice, "S", "splice", "S").long("put a task into a link"),
			e(RepairLinks, "R", "repair links", "R").long("both sides of its links"),
			e(GoToBlocker, "b", "blocker", "b").long("go to what it waits for"),
			e(GoToWaiting, "B", "waiting", "B").long("go to what waits for it"),
			e(Worktree, "t", "worktree ...", "t").long("worktree: make, bind ..."),
			e(ReadPlan, "v", "plan", "v").foot().long("its session's plan"),
			e(AddToPlan, "V", "into the plan", "V").long("into its session's list"),
			e(ShowWorktree, "w", "work done", "w").foot().long("work in its worktree"),
			e(OpenShell, "W", "shell there", "W").long("a shell in its worktree"),
			e(GoToTmuxPane, "P", "tmux pane", "P").long("its owner's tmux pane"),
			e(Delete, "D", "delete", "D").long("delete it, after asking"),
			e(CopyID, "y", "copy id", "y").long("copy its id"),
			e(CopyInstruction, "Y", "copy for an agent", "Y").long("copy it for an agent"),
			e(Undo, "u", "undo", "u").foot().long("undo your newest edit"),
			e(Redo, "ctrl+r", "redo", "ctrl+r").long("do it again"),
			e(History, "U", "your edits", "U").long("your edits, to undo any"),
			e(ApplyAgain, "a", "apply again", "a").foot().long("apply a lost edit again"),
		}},
		{ShowScope, "Show", []Entry{
			e(OpenDetail, "enter", "open", "enter").foot().long("open or close the detail"),
			e(ScrollDown, "J", "scroll", "J", "ctrl+d").long("scroll the detail down").both("scroll the detail"),
			e(ScrollUp, "K", "scroll up", "K", "ctrl+u").long("scroll the detail up"),
			e(Filter, "/", "filter", "/").foot().long("filter: words, is:, -@me"),
			e(View1, "alt+1", "view 1", "alt+1").long("your first saved filter"),
			e(View2, "alt+2", "view 2", "alt+2").long("your second saved filter"),
			e(View3, "alt+3", "view 3", "alt+3").long("your third saved filter"),
			e(Palette, ":", "all actions", ":", "ctrl+p").foot().long("find an action or a task"),
			e(SwitchList, "s", "lists", "s").long("open another list"),
			e(ShowProblems, "!", "problems", "!").foot().long("problems, and repairs"),
			e(ShowActivity, "A", "activity", "A").long("what happened"),
			e(ShowAgents, "T", "agents", "T").long("who works, on what"),
			e(ShowDeleted, "O", "deleted", "O").long("what others deleted"),
			e(ShowInternal, "i", "internal", "i").long("show internal tasks"),
			e(OnlyCards, "H", "only cards", "H").long("only the cards, or all"),
			e(ShowStage, "F5", "stage", "f5").long("large, for a room"),
			e(Talk, "F4", "talk", "f4").long("for a talk: shows keys"),
			e(Redraw, "ctrl+l", "redraw", "ctrl+l").long("read all again, redraw"),
			e(Suspend, "ctrl+z", "suspend", "ctrl+z").long("go to the background"),
			e(Help, "?", "help", "?").foot().long("all keys"),
			e(Back, "esc", "back", "esc").long("back; never quits"),
			e(Quit, "q", "quit", "q", "ctrl+c").foot().long("quit"),
		}},
		{CommandScope, "Your commands", nil},
		{WorktreeMenuScope, "The worktree of a task", []Entry{
			e(CreateWorktree, "c", "create", "c").foot().long("create one, and bind it"),
			e(BindWorktree, "b", "bind", "b").foot().long("bind one of all ..."),
			e(UnbindWorktree, "u", "unbind", "u").foot().long("unbind; it stays"),
			e(KeepWorktree, "k", "keep", "k").foot().long("note that it is kept"),
			e(RemoveWorktree, "r", "remove", "r").foot().long("remove it, after asking"),
			e(Back, "esc", "never mind", "esc", "t", "q", "ctrl+c").foot().long("never mind"),
		}},
		{WorktreesScope, "All worktrees", []Entry{
			e(CreateWorktree, "c", "create", "c").foot().long("create one for no task"),
			e(KeepWorktree, "m", "mark as kept", "m").foot().long("note that it is kept"),
			e(RemoveWorktree, "r", "remove", "r").foot().long("remove it, after asking"),
		}},
		{WorktreeScope, "Work in a worktree", []Entry{
			e(OpenShell, "W", "shell there", "W").foot().long("a shell in it"),
			e(Redraw, "ctrl+l", "look again", "ctrl+l").long("ask git again"),
		}},
		{DeletedScope, "What was deleted", []Entry{
			e(Restore, "r", "make it again", "r").foot().long("make it again"),
			e(RestoreAll, "R", "restore all", "R").foot().long("all that went with it"),
			e(CopyID, "y", "copy", "y").foot().long("copy its file"),
			e(Export, "w", "export all", "w").foot().long("copy all to a directory"),
		}},
		{AgentsScope, "Who works", []Entry{
			e(GoToTmuxPane, "P", "tmux pane", "P").foot().long("show its tmux pane"),
		}},
		{DemoScope, "The demo", []Entry{
			e(Pause, "space", "pause", "space").foot().long("pause or go on"),
			e(Provoke, "p", "provoke", "p").foot().long("make something go wrong"),
			e(Faster, ">", "faster", ">").foot().long("agents work faster").both("agents faster, slower"),
			e(Slower, "<", "slower", "<").foot().long("agents work slower"),
			e(Restart, "0", "again", "0").foot().long("from the beginning"),
		}},
		{StoryScope, "The story", []Entry{
			e(PreviousBeat, "←", "back", "left", "pgup").foot().long("the beat before, again").both("a beat back, on"),
			e(NextBeat, "→", "on", "right", "pgdown").foot().long("the next beat, now"),
		}},
		{StageScope, "The stage", []Entry{
			e(Back, "esc", "the board", "esc").foot().long("back to the board"),
		}},
		{ProvokeScope, "Provoke in the demo", []Entry{
			e(ProvokeOverwrite, "o", "overwrite your edit", "o").foot().long("overwrite your last edit"),
			e(ProvokeDeath, "k", "kill an agent", "k").foot().long("kill an agent at work"),
			e(ProvokeHalfWritten, "h", "half-written file", "h").foot().long("a half-written file"),
			e(ProvokeLoop, "l", "close a loop", "l").foot().long("close a dependency loop"),
			e(Back, "esc", "never mind", "esc", "p", "q", "ctrl+c").foot().long("never mind"),
		}},
		{DetailScope, "In the detail", []Entry{
			e(ScrollDown, "↓/j", "scroll", "j", "down", "J", "ctrl+d", "pgdown", "ctrl+f", "space").foot().long("scroll down").both("scroll down, up"),
			e(ScrollUp, "↑/k", "scroll up", "k", "up", "K", "ctrl+u", "pgup", "ctrl+b").long("scroll up"),
			e(First, "g", "top", "g", "home").long("to the top").both("to the top, to the end"),
			e(Last, "G", "end", "G", "end").long("to the end"),
			e(Back, "esc", "board", "esc", "enter").foot().long("back to the board"),
		}},
		{QuestionScope, "A question", []Entry{
			e(Yes, "y", "yes", "y", "enter").foot().long("yes, do it"),
			e(No, "n", "no", "n", "esc", "q", "ctrl+c").foot().long("no, leave it"),
		}},
		{FilterScope, "A filter", []Entry{
			e(NextOffer, "tab", "fill in", "tab").foot().long("fill in, or the next"),
			e(PreviousOffer, "shift+tab", "the one before", "shift+tab").long("fill in the one before"),
		}},
		{BatchScope, "An action on several", []Entry{
			e(Submit, "enter", "do it", "enter", "y").foot().long("do it to all of them"),
			e(LeaveOut, "space", "leave out", "space", ",").foot().long("leave one out, or not"),
			e(Back, "esc", "leave all", "esc", "n", "q", "ctrl+c").foot().long("leave all as it is"),
		}},
		{FindScope, "Found by typing", []Entry{
			e(Choose, "enter", "do it", "enter").foot().long("do it, or go to it"),
			e(Down, "↓", "down", "down", "ctrl+n", "tab").long("down").both("down, up"),
			e(Up, "↑", "up", "up", "ctrl+p", "shift+tab").long("up"),
			e(PageDown, "pgdn", "page down", "pgdown").long("a page down").both("a page down, up"),
			e(PageUp, "pgup", "page up", "pgup").long("a page up"),
			e(Back, "esc", "close", "esc", "ctrl+c").foot().long("close"),
		}},
		{TextScope, "A line of text", []Entry{
			e(Submit, "enter", "apply", "enter").foot().long("apply"),
			e(Back, "esc", "cancel", "esc", "ctrl+c").foot().long("cancel, clear the filter"),
			e(CursorLeft, "←", "left", "left", "ctrl+b").long("left").both("left, right"),
			e(CursorRight, "→", "right", "right", "ctrl+f").long("right"),
			e(WordLeft, "alt+b", "word left", "alt+b", "ctrl+left", "alt+left").long("a word left"),
			e(WordRight, "alt+f", "word right", "alt+f", "ctrl+right", "alt+right").long("a word right"),
			e(LineStart, "ctrl+a", "start", "ctrl+a", "home").long("start of the line"),
			e(LineEnd, "ctrl+e", "end", "ctrl+e", "end").long("end of the line"),
			e(DeleteBefore, "backspace", "delete", "backspace", "ctrl+h", "shift+backspace").long("delete before it"),
			e(DeleteAfter, "del", "delete after", "delete").long("delete under it"),
			e(DeleteWord, "ctrl+w", "delete word", "ctrl+w", "alt+backspace").long("delete the word before"),
			e(DeleteToEnd, "ctrl+k", "delete to end", "ctrl+k").long("delete to the end"),
			e(DeleteToStart, "ctrl+u", "delete to start", "ctrl+u").long("delete to the start"),
			e(UndoTyping, "ctrl+z", "undo typing", "ctrl+z").long("undo the typing here"),
		}},
		{FormScope, "A form", []Entry{
			e(Submit, "ctrl+s", "save", "ctrl+s", "alt+enter").foot().long("save the form"),
			e(NewLine, "enter", "new line", "enter").foot().long("new line, or next field"),
			e(NextField, "tab", "next field", "tab").foot().long("next field, or complete"),
			e(PreviousField, "shift+tab", "previous", "shift+tab").long("previous field"),
			e(Back, "esc", "cancel", "esc", "ctrl+c").foot().long("leave, ask if changed"),
			e(AnotherTask, "ctrl+j", "another task", "ctrl+j", "shift+enter").foot().long("one more task, in a line"),
			e(CursorUp, "↑", "up", "up").long("up").both("up, down"),
			e(CursorDown, "↓", "down", "down").long("down"),
			e(EditOutside, "ctrl+o", "$EDITOR", "ctrl+o").foot().long("go on in $EDITOR"),
		}},
		{ListScope, "A list on top of the board", []Entry{
			e(Down, "↓/j", "down", "j", "down").long("down").both("down, up"),
			e(Up, "↑/k", "up", "k", "up").long("up"),
			e(PageDown, "pgdn", "page down", "pgdown", "space", "ctrl+f").long("a page down").both("a page down, up"),
			e(PageUp, "pgup", "page up", "pgup", "ctrl+b").long("a page up"),
			e(First, "g", "first", "g", "home").long("to the top").both("to the top, to the end"),
			e(Last, "G", "last", "G", "end").long("to the end"),
			e(Choose, "enter", "go to it", "enter").foot().long("go to it"),
			e(Back, "esc", "close", "esc", "q", "?", "!", "ctrl+c").foot().long("close"),
		}},
		{HelpScope, "The help", []Entry{
			e(ReadManual, "m", "manual", "m").foot().long("read the manual"),
			e(Filter, "/", "find", "/").foot().long("find a key"),
		}},
		{HelpFindScope, "Finding a key", []Entry{
			e(Submit, "enter", "keep", "enter").foot().long("keep what was found"),
			e(Down, "↓", "down", "down", "ctrl+n").long("down").both("down, up"),
			e(Up, "↑", "up", "up", "ctrl+p").long("up"),
			e(PageDown, "pgdn", "page down", "pgdown").long("a page down").both("a page down, up"),
			e(PageUp, "pgup", "page up", "pgup").long("a page up"),
			e(Back, "esc", "all keys", "esc", "ctrl+c").foot().long("all keys again"),
		}},
		{PickerScope, "What can be opened", []Entry{
			e(Filter, "/", "filter", "/").foot().long("find one by its name"),
		}},
		{PickerFilterScope, "Filtering what can be opened", []Entry{
			e(Choose, "enter", "open", "enter").foot().long("open the selected one"),
			e(Down, "↓", "down", "down", "ctrl+n").long("down").both("down, up"),
			e(Up, "↑", "up", "up", "ctrl+p").long("up"),
			e(PageDown, "pgdn", "page down", "pgdown").long("a page down").both("a page down, up"),
			e(PageUp, "pgup", "page up", "pgup").long("a page up"),
			e(Back, "esc", "clear", "esc", "ctrl+c").foot().long("clear the filter"),
		}},
		{LinkScope, "A link", []Entry{
			e(Submit, "enter", "link", "enter").foot().long("link them"),
			e(SwapEnds, "tab", "turn round", "tab").foot().long("turn the link round"),
			e(Up, "↑", "up", "up", "ctrl+p").long("the task above").both("the task above, below"),
			e(Down, "↓", "down", "down", "ctrl+n").long("the task below"),
			e(Left, "←", "left", "left").long("left in the graph").both("left, right in the graph"),
			e(Right, "→", "right", "right").long("right in the graph"),
			e(PageUp, "pgup", "page up", "pgup").long("a page up").both("a page up, down"),
			e(PageDown, "pgdn", "page down", "pgdown").long("a page down"),
			e(Back, "esc", "leave it", "esc", "ctrl+c").foot().long("leave all as it is"),
		}},
		{UnlinkScope, "The links of a task", []Entry{
			e(Submit, "enter", "unlink", "enter", "X").foot().long("unlink it"),
			e(Relink, "r", "relink", "r").foot().long("to another task instead"),
			e(SwapEnds, "tab", "turn round", "tab").foot().long("turn the link round"),
			e(Splice, "S", "splice", "S").foot().long("put a task into it"),
			e(RepairLinks, "R", "repair links", "R").foot().long("both sides of its links"),
			e(Back, "esc", "leave it", "esc", "q", "ctrl+c").foot().long("leave all as it is"),
		}},
		{SpliceScope, "A task into a link", []Entry{
			e(Submit, "enter", "put a task into it", "enter", "S").foot().long("put a task into it"),
			e(Back, "esc", "leave it", "esc", "q", "ctrl+c").foot().long("leave all as it is"),
		}},
		{ConflictScope, "A conflict", []Entry{
			e(Up, "↑/k", "up", "k", "up").long("the field above").both("the field above, below"),
			e(Down, "↓/j", "down", "j", "down").long("the field below"),
			e(KeepTheirs, "t", "keep theirs", "t", "left", "h").foot().long("keep theirs"),
			e(KeepMine, "m", "keep mine", "m", "right", "l").foot().long("keep mine"),
			e(EditValue, "e", "edit", "e").foot().long("edit it by hand"),
			e(Submit, "enter", "write it so", "enter", "ctrl+s").foot().long("write it so"),
			e(Back, "esc", "leave it", "esc", "q", "ctrl+c").foot().long("leave all as it is"),
		}},
		{RepairScope, "A problem", []Entry{
			e(Repair, "f", "repair it", "f").foot().long("repair it"),
		}},
		{StartScope, "No task directory yet", []Entry{
			e(MakeDirectory, "m", "make .tasks here", "m").foot().long("make .tasks here"),
			e(StartDemo, "d", "demo", "d").foot().long("a demo: agents at work"),
			e(Up, "↑/k", "up", "k", "up").long("the list above").both("the list above, below"),
			e(Down, "↓/j", "down", "j", "down").long("the list below"),
			e(PageDown, "pgdn", "page down", "pgdown", "ctrl+f").long("a page down").both("a page down, up"),
			e(PageUp, "pgup", "page up", "pgup", "ctrl+b").long("a page up"),
			e(First, "g", "first", "g", "home").long("the first list").both("the first list, the last"),
			e(Last, "G", "last", "G", "end").long("the last list"),
			e(Choose, "enter", "open the list", "enter").foot().long("open the chosen list"),
			e(Filter, "/", "filter", "/").foot().long("find a list by its name"),
			e(SwitchList, "s", "lists", "s").long("all that can be opened"),
			e(Help, "?", "help", "?").foot().long("all keys"),
			e(Suspend, "ctrl+z", "suspend", "ctrl+z").long("go to the background"),
			e(Redraw, "ctrl+l", "redraw", "ctrl+l").long("look again and redraw"),
			e(Quit, "q", "quit", "q", "ctrl+c").foot().long("quit"),
		}},
	}}
}

// e makes an entry: how the key is shown, the footer's word, the names of the keys as the terminal gives them.
func e(a Action, shown, short string, keys ...string) Entry {
	return Entry{Action: a, Binding: key.NewBinding(key.WithKeys(keys...), key.WithHelp(shown, short)), Long: short}
}

func (e Entry) foot() Entry             { e.Footer = true; return e }
func (e Entry) long(words string) Entry { e.Long = words; return e }
func (e Entry) both(words string) Entry { e.Both = words; return e }

// ASCII returns how a key is shown with plain characters only.
func ASCII(shown string) string {
	return strings.NewReplacer("↑", "up", "↓", "down", "←", "left", "→", "right").Replace(shown)
}

// KeyOf returns the key of an action as it is shown, "" where it has none.
func (m *Map) KeyOf(a Action) string {
	for _, s := range m.Scopes() {
		for i := range s.Entries {
			if s.Entries[i].Action == a {
				return s.Entries[i].Key()
			}
		}
	}
	return ""
}
