#if PostgreSQL
internal import StagecraftTableLists

extension TableStatement {
  /// An expression, for a row `c` of `pg_class`.
  private static let fingerprint = """
    md5(concat_ws(' ', c.oid, c.relfilenode, c.relpersistence,
      (select string_agg(concat_ws(' ', a.attnum, a.attname, a.atttypid, a.atttypmod,
          a.attnotnull, a.attcollation), ',' order by a.attnum)
        from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
      (select string_agg(concat_ws(' ', i.indrelid, i.indkey), ',') from pg_catalog.pg_index i
        where i.indrelid = c.oid and i.indisprimary)))
    """

  /// Finds a table by its name: one that is found without a schema, or `schema.name`.
  static func table(_ name: String) -> TableStatement {
    TableStatement(
      """
      select c.oid, n.nspname, c.relname, c.relkind, c.relpersistence, \(fingerprint),
        c.relispartition or exists (
          select from pg_catalog.pg_inherits h where h.inhrelid = c.oid or h.inhparent = c.oid),
        coalesce((select case when i.indnkeyatts = 1 then i.indkey[0] else -1 end
          from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary), 0)
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where (c.relname = $1 and pg_catalog.pg_table_is_visible(c.oid)
          or n.nspname || '.' || c.relname = $1)
        and c.relkind in ('r', 'p', 'v', 'm', 'f')
      order by (c.relname = $1 and pg_catalog.pg_table_is_visible(c.oid)) desc, n.nspname limit 1
      """, [name])
  }

  static func columns(of relation: String) -> TableStatement {
    TableStatement(
      """
      select a.attnum, a.attname, pg_catalog.format_type(a.atttypid, -1),
        pg_catalog.format_type(a.atttypid, a.atttypmod), coalesce(nullif(y.typbasetype, 0), y.oid),
        case when a.attnotnull then 'yes' end,
        case when a.attcollation in (950, 951) or a.attcollation = 100 and (
          select d.datcollate in ('C', 'POSIX') and coalesce(
              pg_catalog.to_jsonb(d) ->> 'datlocprovider', 'c') = 'c'
          from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
          then 'yes' end
      from pg_catalog.pg_attribute a join pg_catalog.pg_type y on y.oid = a.atttypid
      where a.attrelid = $1::pg_catalog.oid and a.attnum > 0 and not a.attisdropped
      order by a.attnum
      """, [relation])
  }

  /// What must be as it was, and the position that is read.
  ///
  /// The log, the fingerprint, the incarnation, whether the triggers are there, whether entries may
  /// be deleted that are not in `snapshot`, and the new snapshot.
  static func state(of relation: String, since snapshot: String?) -> TableStatement {
    TableStatement(
      """
      select f.log, \(fingerprint), (select n.id from stagecraft.incarnation n limit 1),
        case when f.is_intact then 'yes' end,
        -- What was deleted was not in progress then.
        case when f.pruned >= pg_catalog.pg_snapshot_xmax($2::pg_catalog.pg_snapshot) or exists (
          select from pg_catalog.pg_snapshot_xip($2::pg_catalog.pg_snapshot) x
          where x <= f.pruned
            and pg_catalog.pg_visible_in_snapshot(x, pg_catalog.pg_current_snapshot()))
          then 'yes' end,
        pg_catalog.pg_current_snapshot()
      from pg_catalog.pg_class c left join stagecraft.followed_1 f on f.relation = c.oid
      where c.oid = $1::pg_catalog.oid
      """, [relation, snapshot])
  }

  static let begin = TableStatement("begin isolation level read committed read write")
  static let beginReading = TableStatement("begin isolation level repeatable read read only")
  static let commit = TableStatement("commit")
  /// Those who open or remove tables wait for each other.
  static let lockSchema = TableStatement("select pg_catalog.pg_advisory_xact_lock(1937006945, 2)")
  static let hasSchema = TableStatement(
    """
    select case when pg_catalog.to_regnamespace('stagecraft') is not null then 'yes' end,
      case when pg_catalog.to_regclass('stagecraft.edition') is not null then 'yes' end,
      pg_catalog.current_setting('max_prepared_transactions')
    """)
  static let edition = TableStatement("select number from stagecraft.edition")
}

extension PostgresTableShape {
  /// A lock that changes of the table's structure wait for; it is taken before the snapshot, since
  /// a snapshot does not protect from `truncate` and `alter table`.
  var lock: TableStatement { TableStatement("lock table only \(quoted) in access share mode") }
}
#endif
