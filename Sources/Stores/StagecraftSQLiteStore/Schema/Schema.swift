#if SQLite
/// The tables, as numbered scripts: script `n` leads from edition `n - 1` to edition `n`.
enum Schema {
  /// Marks a file as a store: "LEND".
  static let applicationID: Int64 = 0x4C45_4E44

  static let scripts = [tables + indexes, second, third]

  /// The size of a page: small, because a decision changes a few bytes in each of about ten pages,
  /// and each is written as a whole.
  static let pageSize = 1_024
  static let pagesBetweenCheckpoints = 8_000

  private static let tables = """
    CREATE TABLE lend_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE lend_pool (
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

    CREATE TABLE lend_resource (
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

    -- Apart, because a row is rewritten as a whole.
    CREATE TABLE lend_payload (ordinal INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;

    CREATE TABLE lend_label_set (
      number INTEGER PRIMARY KEY,
      pool INTEGER NOT NULL,
      labels TEXT NOT NULL,
      UNIQUE (pool, labels)
    ) STRICT;

    -- Which resources have the labels of a set.
    CREATE TABLE lend_fit (
      label_set INTEGER NOT NULL,
      ordinal INTEGER NOT NULL,
      in_stock INTEGER NOT NULL,
      PRIMARY KEY (label_set, ordinal)
    ) STRICT, WITHOUT ROWID;

    -- The free ones among them.
    CREATE TABLE lend_free (
      label_set INTEGER NOT NULL,
      freed_at INTEGER NOT NULL,
      ordinal INTEGER NOT NULL,
      shows TEXT,
      PRIMARY KEY (label_set, freed_at, ordinal)
    ) STRICT, WITHOUT ROWID;

    -- The label set of each resource that requests of a kind want.
    CREATE TABLE lend_kind (
      number INTEGER PRIMARY KEY,
      pool INTEGER NOT NULL,
      label_sets TEXT NOT NULL,
      last_used INTEGER NOT NULL,
      UNIQUE (pool, label_sets)
    ) STRICT;
    CREATE TABLE lend_kind_set (
      label_set INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      PRIMARY KEY (label_set, kind)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE lend_request (
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

    CREATE TABLE lend_session (
      number INTEGER PRIMARY KEY,
      pool INTEGER NOT NULL,
      id BLOB NOT NULL,
      client TEXT NOT NULL,
      host TEXT NOT NULL,
      process INTEGER NOT NULL,
      job TEXT NOT NULL,
      present_until INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE lend_event (
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

  private static let indexes = """
    CREATE UNIQUE INDEX lend_resource_name ON lend_resource (pool, name);
    CREATE INDEX lend_fit_ordinal ON lend_fit (ordinal);
    CREATE INDEX lend_fit_stock ON lend_fit (label_set, ordinal) WHERE in_stock = 1;
    CREATE INDEX lend_free_shows ON lend_free (label_set, shows, freed_at, ordinal)
      WHERE shows IS NOT NULL;
    CREATE INDEX lend_kind_set_kind ON lend_kind_set (kind);
    CREATE UNIQUE INDEX lend_request_id ON lend_request (id, pool);
    CREATE INDEX lend_request_line ON lend_request (pool, rank, ticket) WHERE state = 0;
    CREATE INDEX lend_request_kind ON lend_request (pool, kind, rank, ticket) WHERE state = 0;
    CREATE INDEX lend_request_multiple ON lend_request (pool) WHERE state = 0 AND is_multiple = 1;
    CREATE INDEX lend_request_lease ON lend_request (pool, lease_ends_at, ticket) WHERE state = 1;
    CREATE INDEX lend_request_session ON lend_request (session, pool, state, ticket)
      WHERE state < 2;
    CREATE INDEX lend_request_ended ON lend_request (pool, ended_at) WHERE state = 2;
    CREATE UNIQUE INDEX lend_session_id ON lend_session (id, pool);
    CREATE INDEX lend_session_present ON lend_session (pool, present_until);
    CREATE INDEX lend_session_client ON lend_session (pool, client);
    """

  /// Counts of the log's entries, and a rule for its length.
  private static let second = """
    -- How many entries the log had up to `lend_pool.tallied`.
    CREATE TABLE lend_tally (
      pool INTEGER NOT NULL,
      kind TEXT NOT NULL,
      entries INTEGER NOT NULL,
      PRIMARY KEY (pool, kind)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO lend_tally SELECT pool, kind, count(*) FROM lend_event GROUP BY pool, kind;

    ALTER TABLE lend_pool ADD COLUMN tallied INTEGER NOT NULL DEFAULT 0;
    UPDATE lend_pool SET tallied = last_event, settings = json_set(settings, '$.logLength', 100000);
    """

  /// Earlier editions had a file of their own, and names without `lend_`: see ``renaming(_:)``.
  private static let third = ""

  /// Gives the tables of edition 1 or 2 their names of today.
  ///
  /// - Parameter existing: The names of all tables in the file, among them those of the user.
  /// - Returns: The script.
  static func renaming(_ existing: [String]) -> String {
    let names = (tables + second).matches(of: /CREATE TABLE lend_(\w+)/).map(\.output.1)
    let renames = names.filter { existing.contains(String($0)) }.map {
      "ALTER TABLE \($0) RENAME TO lend_\($0);"
    }
    let drops = indexes.matches(of: /INDEX lend_(\w+)/).map { "DROP INDEX \($0.output.1);" }
    return (renames + drops + [indexes]).joined(separator: "\n")
  }
}
#endif
