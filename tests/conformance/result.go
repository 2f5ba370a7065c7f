package conformance

// Result is what one check of one CLI came to.
type Result struct {
	Harness string `json:"harness"`
	Version string `json:"version"`
	Check   string `json:"check"`
	Outcome string `json:"outcome"` // "passed", "failed" or "not run"
}
