package mcp

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/ui/verbs"
)

// Tokens is the directory with the file of tokens, "" if there is none. The file has only the SHA-256 sum of each
// token, by owner. Each request reads it: a new token counts at once, and the one before it no longer.
type Tokens string

// tokenPrefix begins a token, so that people and scanners for secrets recognise one.
const tokenPrefix = "sideboard_"

var errNoHome = errors.New("there is no home directory to keep tokens in")

// New returns a new token for an owner, in place of the one before.
func (dir Tokens) New(ctx context.Context, owner string) (string, error) {
	if strings.TrimSpace(owner) == "" {
		return "", &verbs.UsageError{Err: errors.New("a token is for a name")}
	}
	if err := tasks.CheckOwner(owner); err != nil {
		return "", &verbs.UsageError{Err: err}
	}
	if dir == "" {
		return "", errNoHome
	}
	secret := make([]byte, 32)
	rand.Read(secret) // never fails
	token := tokenPrefix + base64.RawURLEncoding.EncodeToString(secret)
	err := dir.change(ctx, func(sums map[string]string) error {
		sums[owner] = sumOf(token)
		return nil
	})
	if err != nil {
		return "", err
	}
	return token, nil
}

// Revoke makes the token of an owner worthless.
func (dir Tokens) Revoke(ctx context.Context, owner string) error {
	if dir == "" {
		return errNoHome
	}
	return dir.change(ctx, func(sums map[string]string) error {
		if _, has := sums[owner]; !has {
			return &verbs.UsageError{Err: fmt.Errorf("%s has no token; sideboard mcp --tokens lists who has one",
				owner)}
		}
		delete(sums, owner)
		return nil
	})
}

// Owners returns who has a token, sorted.
func (dir Tokens) Owners() ([]string, error) {
	if dir == "" {
		return nil, errNoHome
	}
	sums, err := dir.sums()
	return slices.Sorted(maps.Keys(sums)), err
}

// change changes the sums of the tokens while no other process does.
func (dir Tokens) change(ctx context.Context, change func(sums map[string]string) error) error {
	err := log.ChangeSmall(ctx, string(dir), log.TokensName, func(raw []byte) ([]byte, error) {
		sums, err := parseSums(raw)
		if err == nil {
			err = change(sums)
		}
		if err != nil {
			return nil, err
		}
		raw, err = json.MarshalIndent(sums, "", "  ")
		return append(raw, '\n'), err
	})
	if _, wrong := errors.AsType[*verbs.UsageError](err); err != nil && !wrong {
		return fmt.Errorf("keep the tokens in %s: %w", dir, err)
	}
	return err
}

// sums reads the sum of each owner's token from the file.
func (dir Tokens) sums() (map[string]string, error) {
	raw, err := log.ReadSmall(string(dir), log.TokensName)
	sums := map[string]string(nil)
	if err == nil {
		sums, err = parseSums(raw)
	}
	if err != nil {
		return nil, fmt.Errorf("read the tokens in %s: %w", dir, err)
	}
	return sums, nil
}

// parseSums returns the sum of each owner's token from the bytes of the file; a file that is missing has none.
func parseSums(raw []byte) (map[string]string, error) {
	sums := map[string]string{}
	if len(raw) == 0 {
		return sums, nil
	}
	err := json.Unmarshal(raw, &sums)
	return sums, err
}

// verify returns whose token it is, as UserID, else auth.ErrInvalidToken. It compares sums, so the time that it takes
// says nothing about a token.
func (dir Tokens) verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	if dir == "" {
		return nil, errNoHome
	}
	sums, err := dir.sums()
	if err != nil {
		return nil, err
	}
	sum := sumOf(token)
	for owner, is := range sums {
		if is == sum {
			return &auth.TokenInfo{UserID: owner}, nil
		}
	}
	return nil, fmt.Errorf("%w: nobody has this token; sideboard mcp --token NAME makes one", auth.ErrInvalidToken)
}

func sumOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
