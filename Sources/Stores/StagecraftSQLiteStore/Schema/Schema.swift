#if SQLite
/// The tables, as numbered scripts: script `n` leads from edition `n - 1` to edition `n`.
enum Schema {
  /// Marks a file as a store: "LEND".
  static let applicationID: Int64 = 0x4C45_4E44

  static let scripts = [first, second]

  /// The size of a page: small, because a decision changes a few bytes in each of about ten pages,
  /// and each is written as a whole.
  static let pageSize = 1_024
  static let pagesBetweenCheckpoints = 8_000

  private static let first = """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE pool (
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      settings TEXT NOT NULL,
      -- Grows when the settings, the label sets and kinds, the sessions change: for caches.
      rules INTEGER NOT NULL,
      catalogue INTEGER NOT NULL,
      clients INTEGER NOT NULL,
      epoch INTEGER NOT NULL,
      last_fence INTEGER NOT NULL,
      last_ticket INTEGER NOT NULL,
      last_join INTEGER NOT NULL,
      last_event INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE resource (
      ordinal INTEGER PRIMARY KEY,
      pool INTEGER NOT NULL,
      name TEXT NOT NULL,
      labels TEXT NOT NULL,
      token BLOB NOT NULL,
      state INTEGER NOT NULL,
      state_on_return INTEGER NOT NULL,
      reason TEXT,
      shows TEXT,
      freed_at INTEGER NOT NULL,
      request BLOB,
      want INTEGER NOT NULL,
      is_preferred INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX resource_name ON resource (pool, name);

    -- Apart, because a row is rewritten as a whole.
    CREATE TABLE payload (ordinal INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;

    CREATE TABLE label_set (
      number INTEGER PRIMARY KEY,
      pool INTEGER NOT NULL,
      labels TEXT NOT NULL,
      UNIQUE (pool, labels)
    ) STRICT;

    -- Which resources have the labels of a set.
    CREATE TABLE fit (
      label_set INTEGER NOT NULL,
      ordinal INTEGER NOT NULL,
      in_stock INTEGER NOT NULL,
      PRIMARY KEY (label_set, ordinal)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX fit_ordinal ON fit (ordinal);
    CREATE INDEX fit_stock ON fit (label_set, ordinal) WHERE in_stock = 1;

    -- The free ones among them.
    CREATE TABLE free (
      label_set INTEGER NOT NULL,
      freed_at INTEGER NOT NULL,
      ordinal INTEGER NOT NULL,
      shows TEXT,
      PRIMARY KEY (label_set, freed_at, ordinal)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX free_shows ON free (label_set, shows, freed_at, ordinal) WHERE shows IS NOT NULL;

    -- The label set of each resource that requests of a kind want.
    CREATE TABLE kind (
      number INTEGER PRIMARY KEY,
      pool INTEGER NOT NULL,
      label_sets TEXT NOT NULL,
      last_used INTEGER NOT NULL,
      UNIQUE (pool, label_sets)
    ) STRICT;
    CREATE TABLE kind_set (
      label_set INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      PRIMARY KEY (label_set, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX kind_set_kind ON kind_set (kind);

    CREATE TABLE request (
      number INTEGER PRIMARY KEY,
      pool INTEGER NOT NULL,
      id BLOB NOT NULL,
      session BLOB NOT NULL,
      wants TEXT NOT NULL,
      kind INTEGER NOT NULL,
      is_multiple INTEGER NOT NULL,
      priority INTEGER NOT NULL,
      rank INTEGER NOT NULL,
      ticket INTEGER NOT NULL,
      -- 0 waiting, 1 granted, 2 ended
      state INTEGER NOT NULL,
      joined_at INTEGER NOT NULL,
      fence INTEGER,
      -- What was lent, separated by commas.
      ordinals TEXT,
      granted_at INTEGER NOT NULL,
      lease_ends_at INTEGER NOT NULL,
      revoked TEXT,
      ended_at INTEGER NOT NULL,
      ending TEXT
    ) STRICT;
    CREATE UNIQUE INDEX request_id ON request (id, pool);
    CREATE INDEX request_line ON request (pool, rank, ticket) WHERE state = 0;
    CREATE INDEX request_kind ON request (pool, kind, rank, ticket) WHERE state = 0;
    CREATE INDEX request_multiple ON request (pool) WHERE state = 0 AND is_multiple = 1;
    CREATE INDEX request_lease ON request (pool, lease_ends_at, ticket) WHERE state = 1;
    CREATE INDEX request_session ON request (session, pool, state, ticket) WHERE state < 2;
    CREATE INDEX request_ended ON request (pool, ended_at) WHERE state = 2;

    CREATE TABLE session (
      number INTEGER PRIMARY KEY,
      pool INTEGER NOT NULL,
      id BLOB NOT NULL,
      client TEXT NOT NULL,
      host TEXT NOT NULL,
      process INTEGER NOT NULL,
      job TEXT NOT NULL,
      present_until INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX session_id ON session (id, pool);
    CREATE INDEX session_present ON session (pool, present_until);
    CREATE INDEX session_client ON session (pool, client);

    CREATE TABLE event (
      pool INTEGER NOT NULL,
      number INTEGER NOT NULL,
      time INTEGER NOT NULL,
      kind TEXT NOT NULL,
      resource TEXT,
      request BLOB,
      fence INTEGER,
      detail TEXT,
      PRIMARY KEY (pool, number)
    ) STRICT, WITHOUT ROWID;
    """

  /// Counts of the log's entries, and a rule for its length.
  private static let second = """
    -- How many entries the log had up to `pool.tallied`.
    CREATE TABLE tally (
      pool INTEGER NOT NULL,
      kind TEXT NOT NULL,
      entries INTEGER NOT NULL,
      PRIMARY KEY (pool, kind)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO tally SELECT pool, kind, count(*) FROM event GROUP BY pool, kind;

    ALTER TABLE pool ADD COLUMN tallied INTEGER NOT NULL DEFAULT 0;
    UPDATE pool SET tallied = last_event, settings = json_set(settings, '$.logLength', 100000);
    """
}
#endif
