#if PostgreSQL || PostgresNIO
internal import StagecraftTableLists

extension PostgresTableShape {
  /// The keys of entries that are visible now and were not in a snapshot, with their rows.
  ///
  /// A snapshot shows no transaction that began after it, or was in progress. Both parts use an
  /// index: a transaction that takes hours does not make others read what was committed meanwhile.
  ///
  /// Each row has the key in the log, whether there is a row, the key as a value, and the row. Two
  /// texts of one key, such as two spellings of `citext`, are two keys: only one finds a row.
  func changedRows(since snapshot: String) -> TableStatement {
    let key = keyColumn
    let cast = "k.key::\(key.type)"
    return TableStatement(
      """
      with k as materialized (
        select e.key from stagecraft.log_1 l
        left join lateral pg_catalog.unnest(l.keys) as e (key) on true
        where l.relation = $1::pg_catalog.oid
          and l.xid >= pg_catalog.pg_snapshot_xmax($2::pg_catalog.pg_snapshot)
        union
        select e.key from stagecraft.log_1 l
        left join lateral pg_catalog.unnest(l.keys) as e (key) on true
        where l.relation = $1::pg_catalog.oid and l.xid = any (array(
          select pg_catalog.pg_snapshot_xip($2::pg_catalog.pg_snapshot))))
      select k.key, t.\(key.quoted)::text, \(key.kind == .other ? "k.key" : cast), \(selection)
      from k left join only \(quoted) t
        on t.\(key.quoted) = \(cast)
        and t.\(key.quoted)::text collate "C" = k.key collate "C"
      """, [relation, snapshot], kinds: [.text, .text, key.kind] + kinds)
  }
}
#endif
