// Package team tells who works on the tasks of a directory and whether they still do, from what agents leave beside
// their tasks. It only reads: nothing here is ever created, emptied, locked or removed, because reading an inbox is,
// for most agents, taking it.
//
// What there is, by who leaves it:
//
//	Claude Code       <config>/teams/<team>/config.json, and inboxes/<agent>.json, an array of messages
//	s_full, old s11   .team/config.json, and inbox/<agent>.jsonl, emptied by who reads it
//	v9                .teams/<team>/config.json, and <agent>_inbox.jsonl
//	s18 to s20        .mailboxes/<agent>.jsonl, removed by who reads it; no list of members
//
// None of them keeps a heartbeat. A state is therefore what was last written down: Since is when, and an agent that
// crashed stays active for ever. That is for the person to judge, beside how long its task's file has not changed.
package team
