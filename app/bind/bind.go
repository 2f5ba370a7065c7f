// Package bind is the surface that a frontend calls: one struct per area, whose
// exported methods take values and return values. The desktop binds these
// structs through the webview and the browser mode reaches the same ones over
// the ui socket, so both shells have one client, which is generated from this
// package. It decides the shape of that surface only: every decision belongs to
// the service behind it, and nothing here may trust an identifier or path that
// a frontend sent.
package bind

import "context"

// Services holds the bound services. Each field's type name is the first half
// of a method's name on the wire ("Workspaces.Open").
type Services struct {
	App        *App
	Workspaces *Workspaces
	Terminals  *Terminals
	Folders    *Folders
	Links      *Links
	Clipboard  *Clipboard
	Uploads    *Uploads
	Settings   *Settings
	Harnesses  *Harnesses
	Views      *Views
}

// List returns the services in the order of their declaration, for a shell that
// binds them by reflection.
func (s Services) List() []any {
	return []any{s.App, s.Workspaces, s.Terminals, s.Folders, s.Links, s.Clipboard, s.Uploads, s.Settings, s.Harnesses, s.Views}
}

// lifetime is the context of a bound call. Neither the webview nor the socket
// carries one per call: a call outlives the page that made it, and ends with
// the owner.
type lifetime struct{ ctx context.Context }

// list makes a slice that crosses to a frontend: never null.
func list[T any](in []T) []T {
	if in == nil {
		return []T{}
	}
	return in
}
