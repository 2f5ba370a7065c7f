-- What is kept of a workspace: of each folder at most one, open or closed.

CREATE TABLE saved_workspace (
	environment TEXT    NOT NULL,
	account     TEXT    NOT NULL,
	path        TEXT    NOT NULL,
	id          TEXT    NOT NULL,
	position    INTEGER NOT NULL, -- of its tab, while it is open
	closed      INTEGER NOT NULL, -- nanoseconds since 1970, UTC; 0 while it is open
	document    BLOB    NOT NULL, -- JSON, written and understood by package workspace
	PRIMARY KEY (environment, account, path)
) STRICT, WITHOUT ROWID;

CREATE INDEX saved_workspace_by_closed ON saved_workspace (closed DESC);

-- Small documents that are read and written whole.

CREATE TABLE document (
	name    TEXT    NOT NULL PRIMARY KEY,
	version INTEGER NOT NULL,
	body    BLOB    NOT NULL
) STRICT, WITHOUT ROWID;
