package tasks

import (
	"path/filepath"
	"strings"
)

// A directory of Trellis has a folder for each task. Its file is named after the folder in this program: x.json is
// x/task.json.
const folderFile = "task.json"

// InFolders reports whether each task of a directory has a folder of its own: .trellis/tasks, and a month of its
// archive.
func InFolders(dir string) bool {
	parts := strings.Split(filepath.ToSlash(dir), "/")
	n := len(parts)
	end := func(at int) bool { return at > 1 && parts[at-2] == ".trellis" && parts[at-1] == "tasks" }
	return end(n) || n > 2 && parts[n-2] == "archive" && end(n-2)
}

// FileInFolder returns the folder of a task and the file in it, for the name of a task in a directory of folders.
func FileInFolder(name string) (folder, file string) {
	return strings.TrimSuffix(name, ".json"), folderFile
}

// PathOf returns the path of a task's file.
func PathOf(dir, name string) string {
	if !InFolders(dir) {
		return filepath.Join(dir, name)
	}
	folder, file := FileInFolder(name)
	return filepath.Join(dir, folder, file)
}
