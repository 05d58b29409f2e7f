#if SQLite
/// The numbers of a store of tables.
struct TableLimits: Sendable {
  /// How long a call waits for locks of others, in nanoseconds.
  var timeout: Int64 = 5_000_000_000
  /// How many changes of a table are kept in its log, if this store adds the log.
  var keptChanges = 100_000
}
#endif
