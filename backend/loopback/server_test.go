package loopback

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"clankergrid/backend/errs"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func listen(t *testing.T, o Options) *Server {
	t.Helper()
	o.Log = slog.New(slog.DiscardHandler)
	s, err := Listen(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(t.Context()) })
	return s
}

func TestRefusalsCarryTheSecurityHeadersAndReachNoHandler(t *testing.T) {
	policy := UI()
	policy.Headers = func(host string, h http.Header) { h.Set("X-Host", "seen:"+host) }
	s := listen(t, Options{Policy: policy, Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("the handler was reached")
	})})

	req, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+s.Host()+"/", strings.NewReader("{}"))
	req.Host = "evil.example"
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	if resp.StatusCode != http.StatusForbidden || resp.Header.Get("X-Host") != "seen:" {
		t.Errorf("status %d, headers %v: want 403 with the policy's headers and no host", resp.StatusCode, resp.Header)
	}
	if strings.Contains(string(body), "evil") {
		t.Errorf("the refusal repeats what the caller sent: %q", body)
	}
}

func TestPortInUseIsBusyAndNamesThePort(t *testing.T) {
	s := listen(t, Options{Policy: UI(), Handler: http.NotFoundHandler()})
	_, err := Listen(t.Context(), Options{Policy: UI(), Port: s.Port(), Log: slog.New(slog.DiscardHandler)})
	if errs.KindOf(err) != errs.Busy || !strings.Contains(errs.PublicOf(err).Message, fmt.Sprint(s.Port())) {
		t.Errorf("err = %v, want busy and the port", err)
	}
}

func TestOutOfRangePortsAreInvalid(t *testing.T) {
	for _, port := range []int{-1, 65536} {
		if _, err := Listen(t.Context(), Options{Policy: UI(), Port: port, Log: slog.New(slog.DiscardHandler)}); errs.KindOf(err) != errs.Invalid {
			t.Errorf("port %d: err = %v, want invalid", port, err)
		}
	}
}

func TestTheListenerIsBoundToTheLoopbackAddressAlone(t *testing.T) {
	s := listen(t, Options{Policy: UI(), Handler: http.NotFoundHandler()})
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addresses {
		ipNet, ok := a.(*net.IPNet)
		if !ok || ipNet.IP.IsLoopback() || ipNet.IP.To4() == nil {
			continue
		}
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp4", fmt.Sprintf("%s:%d", ipNet.IP, s.Port()))
		if err == nil {
			conn.Close()
			t.Errorf("the surface answers on %s", ipNet.IP)
		}
	}
}

func TestASecretMatchesOnlyItselfAndNeverPrints(t *testing.T) {
	a, b := NewSecret(), NewSecret()
	if !a.Matches(a.Reveal()) {
		t.Error("a secret must match itself")
	}
	for _, wrong := range []string{"", b.Reveal(), a.Reveal()[:42], a.Reveal() + "A", strings.ToLower(a.Reveal()) + "x"} {
		if a.Matches(wrong) {
			t.Errorf("%q must not match", wrong)
		}
	}
	if (Secret{}).Matches("") {
		t.Error("an empty secret must match nothing")
	}
	if len(a.Reveal()) != 43 {
		t.Errorf("a secret is %d characters, want 43 for 256 bits", len(a.Reveal()))
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "s", a)
	if all := fmt.Sprintf("%v %+v %#v %s", a, a, a, log.String()); strings.Contains(all, a.Reveal()) {
		t.Errorf("the secret was printed: %s", all)
	}
}
