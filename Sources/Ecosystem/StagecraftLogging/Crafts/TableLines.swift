#if Logging
internal import Logging
internal import StageFloor
public import StagecraftTableLists

extension LogReporter {
  /// Reports a list of a table from now on: when it becomes stale, and when it is current again.
  ///
  /// - Parameters:
  ///   - table: The list of the table.
  ///   - name: Its name in the metadata, or nil for that of the table.
  public func report<Row>(_ table: TableList<Row>, as name: String? = nil) {
    add(table, "table", name ?? table.name) { track in
      let states = table.states()
      let following = Task.detached {
        var isStale = false
        for await state in states {
          switch state {
          case .stale(since: _, because: let error):
            isStale = true
            track.write(
              "stale", .warning, "table list is stale",
              ["code": "\(error.code)", "error": "\(error)"])
          case .current where isStale:
            isStale = false
            track.write("current", .info, "table list is current again")
          case .loading, .current, .closed: break
          }
        }
      }
      return ObservationToken { following.cancel() }
    }
  }
}
#endif
