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
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"sideboard/tasks"
	"sideboard/tasks/log"
)

// Tokens is the directory with the file of tokens. The file has sums only, and each call reads it: a new token counts at once, and the one
// before it no longer.
type Tokens string

// tokenPrefix begins a token, so that people and scanners for secrets recognise one.
const tokenPrefix = "sideboard_"

var errNoHome = errors.New("there is no home directory to keep tokens in")

// New returns a new token for an owner, in place of the one before.
func (dir Tokens) New(ctx context.Context, owner string) (string, error) {
	if owner == "" {
		return "", errors.New("a token is for a name")
	}
	if err := tasks.CheckOwner(owner); err != nil {
		return "", err
	}
	if dir == "" {
		return "", errNoHome
	}
	secret := make([]byte, 32)
	rand.Read(secret) // never fails
	token := tokenPrefix + base64.RawURLEncoding.EncodeToString(secret)
	err := log.ChangeSmall(ctx, string(dir), log.TokensName, func(raw []byte) ([]byte, error) {
		sums, err := parseSums(raw)
		if err != nil {
			return nil, err
		}
		sums[owner] = sumOf(token)
		raw, err = json.MarshalIndent(sums, "", "  ")
		return append(raw, '\n'), err
	})
	if err != nil {
		return "", fmt.Errorf("keep the token in %s: %w", dir, err)
	}
	return token, nil
}

// parseSums returns the sum of each owner's token.
func parseSums(raw []byte) (map[string]string, error) {
	sums := map[string]string{}
	if len(raw) == 0 {
		return sums, nil
	}
	err := json.Unmarshal(raw, &sums)
	return sums, err
}

// verify returns whose token it is. Sums are compared, so the time that takes says nothing about a token.
func (dir Tokens) verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	if dir == "" {
		return nil, errNoHome
	}
	raw, err := log.ReadSmall(string(dir), log.TokensName)
	sums := map[string]string(nil)
	if err == nil {
		sums, err = parseSums(raw)
	}
	if err != nil {
		return nil, fmt.Errorf("read the tokens in %s: %w", dir, err)
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
