#if SQLite
import StageFloor
import CSQLite

/// Begins a transaction, under the lock as a client does or without it, changes something, and
/// stays inside it.
func intrude(_ path: String, takesLock: Bool) throws {
  if takesLock { flock(open(path + "-lock", O_RDWR | O_CLOEXEC), LOCK_EX) }
  var handle: OpaquePointer?
  guard sqlite3_open(path, &handle) == SQLITE_OK,
    sqlite3_exec(
      handle,
      """
      BEGIN IMMEDIATE;
      UPDATE lend_resource SET state = 3, name = 'stolen';
      DELETE FROM lend_free
      """, nil, nil, nil) == SQLITE_OK
  else {
    say("error \(String(cString: sqlite3_errmsg(handle)))")
    exit(1)
  }
  // Written into the log, and not committed.
  sqlite3_db_cacheflush(handle)
  say("inside")
  while true { pause() }
}
#endif
