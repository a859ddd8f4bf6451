package store

import (
	"errors"
	"io/fs"
	"path/filepath"

	"sideboard/tasks"
)

// foldersDir is a directory with a folder for each task (tasks.InFolders). It is only read.
type foldersDir struct{ *osDir }

// inFolder calls do with the folder of a task, opened, and the name of the file in it.
func (d foldersDir) inFolder(name string, do func(folder *osDir, file string) error) error {
	if !isBaseName(name) {
		return &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	leave, err := d.enter()
	if err != nil {
		return err
	}
	defer leave()
	folder, file := tasks.FileInFolder(name)
	root, err := d.root.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	self, err := root.Open(".")
	if err != nil {
		return err
	}
	defer self.Close()
	return do(&osDir{path: filepath.Join(d.path, folder), root: root, self: self}, file)
}

// Each visits the folders that have a task.
func (d foldersDir) Each(visit func(name []byte, kind Kind)) error {
	var folders []string
	err := d.osDir.Each(func(name []byte, kind Kind) {
		if kind == Directory || kind == Link || kind == Unknown {
			folders = append(folders, string(name)+".json")
		}
	})
	for _, name := range folders {
		if info, err := d.Stat(name); err == nil {
			visit([]byte(name), info.Kind)
		}
	}
	return err
}

func (d foldersDir) Stat(name string) (info Info, err error) {
	err = d.inFolder(name, func(folder *osDir, file string) (err error) {
		info, err = folder.Stat(file)
		return err
	})
	return info, err
}

func (d foldersDir) Read(name string, kind Kind, buf []byte) (raw []byte, info Info, err error) {
	err = d.inFolder(name, func(folder *osDir, file string) (err error) {
		raw, info, err = folder.Read(file, kind, buf)
		return err
	})
	return raw, info, err
}

var errFolders = errors.New("each task has a folder here: such directories are only read")

func (foldersDir) Make(string, fs.FileMode) (File, error) { return nil, errFolders }
func (foldersDir) Replace(string, string) error           { return errFolders }
func (foldersDir) Place(string, string) error             { return errFolders }
func (foldersDir) Take(string, string) error              { return errFolders }
func (foldersDir) Remove(string) error                    { return errFolders }
func (foldersDir) Hold(string) (OpenFile, error)          { return nil, errFolders }
