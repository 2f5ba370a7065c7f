// Package packages installs what users install, in a root of its own, and uses it
// as they do: from the menu entry, through an upgrade, to the removal. It decides
// whether the packages as written work. It must not change the machine's own
// installed packages, and it does not look into the application.
package packages
