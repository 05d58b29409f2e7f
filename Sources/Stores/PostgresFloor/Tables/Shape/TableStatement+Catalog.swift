#if PostgreSQL || PostgresNIO
internal import StagecraftTableLists

extension TableStatement {
  // Every name is qualified, and operands have the types of an operator of pg_catalog: a role that
  // may create functions in a schema of the search path could otherwise define a closer match.

  /// An expression, for a row `c` of `pg_class`.
  private static let fingerprint = """
    pg_catalog.md5(pg_catalog.concat_ws(' ', c.oid, c.relname, c.relnamespace,
      (select n.nspname from pg_catalog.pg_namespace n where n.oid = c.relnamespace),
      c.relfilenode, c.relpersistence, c.relispartition,
      exists (select from pg_catalog.pg_inherits h
        where h.inhrelid = c.oid or h.inhparent = c.oid),
      (select pg_catalog.string_agg(pg_catalog.concat_ws(' ', a.attnum, a.attname, a.atttypid,
          a.atttypmod, a.attnotnull, a.attcollation, a.attgenerated), ',' order by a.attnum)
        from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
      (select pg_catalog.string_agg(pg_catalog.concat_ws(' ', i.indrelid, i.indkey), ',')
        from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary)))
    """

  /// Finds a table by its name: one that is found without a schema, or `schema.name`.
  static func table(_ name: String) -> TableStatement {
    TableStatement(
      """
      select c.oid, n.nspname, c.relname, c.relkind, c.relpersistence, \(fingerprint),
        c.relispartition or exists (
          select from pg_catalog.pg_inherits h where h.inhrelid = c.oid or h.inhparent = c.oid),
        coalesce((select case when i.indnkeyatts = 1 then i.indkey[0] else -1 end
          from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary), 0),
        case when exists (
          with recursive b as (
            select y.typbasetype, y.typnamespace from pg_catalog.pg_index i
            join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
            join pg_catalog.pg_type y on y.oid = a.atttypid
            where i.indrelid = c.oid and i.indisprimary
            union all
            select y.typbasetype, y.typnamespace from b
            join pg_catalog.pg_type y on y.oid = b.typbasetype)
          select from b join pg_catalog.pg_namespace s on s.oid = b.typnamespace
          where b.typbasetype = '0' and s.nspname = 'pg_catalog')
          then 'yes' end
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where (c.relname = $1::pg_catalog.text and pg_catalog.pg_table_is_visible(c.oid)
          or pg_catalog.concat(n.nspname, '.', c.relname) = $1::pg_catalog.text)
        and c.relkind in ('r', 'p', 'v', 'm', 'f')
      order by (c.relname = $1::pg_catalog.text and pg_catalog.pg_table_is_visible(c.oid)) desc,
        n.nspname limit 1
      """, [name], kinds: textColumns(9))
  }

  static func columns(of relation: String) -> TableStatement {
    TableStatement(
      """
      select a.attnum, a.attname, pg_catalog.format_type(a.atttypid, -1),
        pg_catalog.format_type(a.atttypid, a.atttypmod),
        coalesce(nullif(y.typbasetype, '0'), y.oid), case when a.attnotnull then 'yes' end,
        case when a.attcollation in ('950', '951') or a.attcollation = '100' and (
          select d.datcollate in ('C', 'POSIX') and coalesce(
              pg_catalog.to_jsonb(d) operator(pg_catalog.->>) 'datlocprovider'::pg_catalog.text,
              'c') = 'c'
          from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
          then 'yes' end,
        case when a.attgenerated <> '' then 'yes' end
      from pg_catalog.pg_attribute a join pg_catalog.pg_type y on y.oid = a.atttypid
      where a.attrelid = $1::pg_catalog.oid and a.attnum > 0 and not a.attisdropped
      order by a.attnum
      """, [relation], kinds: textColumns(8))
  }

  /// What must be as it was, and the position that is read.
  ///
  /// The log, the fingerprint, the incarnation, whether the triggers are there, whether entries may
  /// be deleted that are not in `snapshot`, and the new snapshot.
  static func state(of relation: String, since snapshot: String?) -> TableStatement {
    TableStatement(
      """
      select f.log::pg_catalog.text, \(fingerprint),
        (select n.id::pg_catalog.text from stagecraft.incarnation n limit 1),
        case when f.is_intact then 'yes' end,
        -- Entries were deleted whose transaction is not in the snapshot `since`.
        case when f.pruned >= pg_catalog.pg_snapshot_xmax($2::pg_catalog.pg_snapshot) or exists (
          select from pg_catalog.pg_snapshot_xip($2::pg_catalog.pg_snapshot) x
          where x <= f.pruned
            and pg_catalog.pg_visible_in_snapshot(x, pg_catalog.pg_current_snapshot()))
          then 'yes' end,
        pg_catalog.pg_current_snapshot()::pg_catalog.text
      from pg_catalog.pg_class c left join stagecraft.followed_1 f on f.relation = c.oid
      where c.oid = $1::pg_catalog.oid
      """, [relation, snapshot], kinds: textColumns(6))
  }

  package static let begin = TableStatement("begin isolation level read committed read write")
  static let beginReading = TableStatement("begin isolation level repeatable read read only")
  package static let commit = TableStatement("commit")
  /// Tables are opened and removed one at a time.
  static let lockSchema = TableStatement("select pg_catalog.pg_advisory_xact_lock(1937006945, 2)")
  static let hasSchema = TableStatement(
    """
    select case when pg_catalog.to_regnamespace('stagecraft') is not null then 'yes' end,
      case when pg_catalog.to_regclass('stagecraft.edition') is not null then 'yes' end,
      pg_catalog.current_setting('max_prepared_transactions'),
      (select r.rolname from pg_catalog.pg_namespace n
        join pg_catalog.pg_roles r on r.oid = n.nspowner
        join pg_catalog.pg_database d on d.datname = pg_catalog.current_database()
        join pg_catalog.pg_roles u on u.rolname = current_user
        where n.nspname = 'stagecraft' and not (
          r.rolsuper or r.oid = d.datdba or r.oid = u.oid
          -- A superuser is a member of all roles.
          or not u.rolsuper and pg_catalog.pg_has_role(r.oid, 'member'))),
      -- A column of this edition's log.
      case when exists (
        select from pg_catalog.pg_attribute a
        where a.attrelid = pg_catalog.to_regclass('stagecraft.changes')::pg_catalog.oid
          and a.attname = 'keys'::pg_catalog.name)
        then 'yes' end
    """, kinds: textColumns(5))
  static let prune = TableStatement("select stagecraft.prune_1()")
  static let edition = TableStatement(
    "select number from stagecraft.edition", kinds: textColumns(1))

  private static func textColumns(_ count: Int) -> [PostgresTableKind] {
    Array(repeating: .text, count: count)
  }
}

extension PostgresTableShape {
  /// A lock that changes of the table's structure wait for; it is taken before the snapshot, since
  /// a snapshot does not protect from `truncate` and `alter table`.
  var lock: TableStatement { TableStatement("lock table only \(quoted) in access share mode") }

  var lockAtOnce: TableStatement {
    TableStatement("lock table only \(quoted) in access share mode nowait")
  }
}
#endif
