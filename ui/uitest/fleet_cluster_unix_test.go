//go:build unix

package uitest

import (
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"sideboard/tasks/testdir"
)

// cluster is three servers of NATS.
type cluster struct {
	all     []*server.Server
	options []*server.Options
}

// newCluster starts three servers.
func newCluster(t *testing.T) *cluster {
	t.Helper()
	var routes []string // each server must be given some
	for range 3 {
		free, err := net.Listen("tcp", "127.0.0.1:0")
		testdir.Must(t, err)
		routes = append(routes, free.Addr().String())
		free.Close()
	}
	c := &cluster{all: make([]*server.Server, 3)}
	for i := range 3 {
		_, port, _ := net.SplitHostPort(routes[i])
		number, err := strconv.Atoi(port)
		testdir.Must(t, err)
		c.options = append(c.options, &server.Options{
			ServerName: fmt.Sprint("s", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true,
			Cluster: server.ClusterOpts{Name: "fleet", Host: "127.0.0.1", Port: number},
			Routes:  server.RoutesFromStr("nats://" + strings.Join(routes, ",nats://")),
		})
	}
	t.Cleanup(func() { c.stop(0, 1, 2) })
	c.start(t)
	return c
}

// start starts the servers that do not run, at the ports that they had, and waits until all have found each other.
func (c *cluster) start(t *testing.T) {
	for i := range c.all {
		if c.all[i] == nil {
			s, err := server.NewServer(c.options[i].Clone())
			if err != nil {
				t.Error(err)
				return
			}
			go s.Start()
			c.all[i] = s
		}
	}
	for i, s := range c.all {
		if !s.ReadyForConnections(time.Minute) {
			t.Error("a server does not start")
			return
		}
		c.options[i].Port = s.Addr().(*net.TCPAddr).Port
	}
	if !testdir.Soon(func() bool {
		return slices.ContainsFunc(c.all, func(s *server.Server) bool { return s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == 3 })
	}) {
		t.Error("the servers do not find each other")
	}
}

// stop ends servers.
func (c *cluster) stop(numbers ...int) {
	for _, i := range numbers {
		if c.all[i] != nil {
			c.all[i].Shutdown()
			c.all[i].WaitForShutdown()
			c.all[i] = nil
		}
	}
}

func (c *cluster) addresses() (all []string) {
	for _, o := range c.options {
		all = append(all, net.JoinHostPort(o.Host, strconv.Itoa(o.Port)))
	}
	return all
}

// restored ends all servers, and gives them what they had stored in other directories.
func (c *cluster) restored(t *testing.T, from []string) {
	c.stop(0, 1, 2)
	for i, o := range c.options {
		if err := os.RemoveAll(o.StoreDir); err != nil {
			t.Error(err)
		}
		if err := os.CopyFS(o.StoreDir, os.DirFS(from[i])); err != nil {
			t.Error(err)
		}
	}
	c.start(t)
}

// copied ends all servers, copies what they have stored, and starts them again.
func (c *cluster) copied(t *testing.T) (to []string) {
	c.stop(0, 1, 2)
	for _, o := range c.options {
		dir := o.StoreDir + ".copy"
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
		if err := os.CopyFS(dir, os.DirFS(o.StoreDir)); err != nil {
			t.Error(err)
		}
		to = append(to, dir)
	}
	c.start(t)
	return to
}
