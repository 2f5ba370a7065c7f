#!/usr/bin/env bash
# Signs an application and writes it into a disk image beside a link to the
# folder of applications.
#
# Without CODESIGN_IDENTITY the signature is ad hoc: it names nobody, and another
# machine opens the application only after its user has allowed it. A release is
# signed with a Developer ID and notarized by whoever publishes it.
set -euo pipefail

if [[ $# -ne 2 ]]; then
	echo "usage: dmg.sh APPLICATION IMAGE" >&2
	exit 2
fi
application=$1
image=$2

options=(--force --sign "${CODESIGN_IDENTITY:--}")
if [[ -n ${CODESIGN_IDENTITY:-} ]]; then
	options+=(--options runtime --timestamp)
fi
# What hosts are sent lies among the resources and is covered as a whole: signing it
# here would change it, and its hash is in the manifest beside it.
codesign "${options[@]}" "$application"
codesign --verify --strict "$application"

staged=$(mktemp -d)
trap 'rm -rf "$staged"' EXIT
cp -R "$application" "$staged/"
ln -s /Applications "$staged/Applications"
hdiutil create -quiet -volname "Clanker Grid" -srcfolder "$staged" -fs HFS+ -format UDZO -ov "$image"
