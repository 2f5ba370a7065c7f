-- Every row that names a path also names the environment (machine) and the
-- account it belongs to: a path alone identifies nothing.

CREATE TABLE recent_workspace (
	environment TEXT    NOT NULL,
	account     TEXT    NOT NULL,
	path        TEXT    NOT NULL,
	name        TEXT    NOT NULL,
	opened      INTEGER NOT NULL, -- nanoseconds since 1970, UTC
	PRIMARY KEY (environment, account, path)
) STRICT, WITHOUT ROWID;

CREATE INDEX recent_workspace_by_opened ON recent_workspace (opened DESC);

CREATE TABLE workspace_size (
	environment TEXT    NOT NULL,
	account     TEXT    NOT NULL,
	path        TEXT    NOT NULL,
	cols        INTEGER NOT NULL,
	rows        INTEGER NOT NULL,
	PRIMARY KEY (environment, account, path),
	FOREIGN KEY (environment, account, path)
		REFERENCES recent_workspace (environment, account, path) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE process (
	terminal    TEXT    NOT NULL,
	pid         INTEGER NOT NULL,
	start_time  INTEGER NOT NULL, -- the kernel's figure, its 64 bits read as signed
	boot_id     TEXT    NOT NULL,
	name        TEXT    NOT NULL,
	environment TEXT    NOT NULL,
	account     TEXT    NOT NULL,
	path        TEXT    NOT NULL,
	started     INTEGER NOT NULL, -- nanoseconds since 1970, UTC
	PRIMARY KEY (terminal, pid, start_time, boot_id)
) STRICT, WITHOUT ROWID;
