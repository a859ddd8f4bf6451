package verbs_test

import (
	"testing"

	"sideboard/tasks/testdir"
)

func TestMain(m *testing.M) { testdir.Main(m) }
