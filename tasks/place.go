package tasks

import (
	"path/filepath"
	"strings"
)

// folderFile is the file of a task that has a folder of its own, as in a directory of Trellis. In this program the file
// is named after the folder: x.json is x/task.json.
const folderFile = "task.json"

// InFolders reports whether each task of a directory has a folder of its own: .trellis/tasks, and a month of its
// archive.
func InFolders(dir string) bool {
	parts := strings.Split(filepath.ToSlash(dir), "/")
	n := len(parts)
	isTasks := func(of int) bool { return of > 1 && parts[of-2] == ".trellis" && parts[of-1] == "tasks" }
	return isTasks(n) || n > 2 && parts[n-2] == "archive" && isTasks(n-2)
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
