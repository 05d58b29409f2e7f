#if Metrics
internal import StageFloor
public import StagecraftLists
public import StagecraftTableLists

extension MetricsReporter {
  /// Reports a list from now on: the number of its rows, and of its edits.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - name: Its name.
  public func report<Element>(_ list: LiveList<Element>, as name: String) {
    add(list, "list", name, timesEach: false) { [weak list] reading in
      guard let list else { return false }
      reading.level("rows", list.count)
      reading.total("edits", Int(truncatingIfNeeded: list.version))
      return true
    } observe: { _ in
      nil
    }
  }

  /// Reports a list of a table from now on: the number of its rows, and whether it is stale.
  ///
  /// - Parameters:
  ///   - table: The list of the table.
  ///   - name: Its name, or nil for that of the table.
  public func report<Row>(_ table: TableList<Row>, as name: String? = nil) {
    add(table, "table", name ?? table.name, timesEach: false) { [weak table] reading in
      guard let table else { return false }
      let snapshot = table.list.snapshot()
      reading.level("rows", snapshot.count)
      reading.total("changes", Int(truncatingIfNeeded: snapshot.version))
      reading.level("stale", table.state.error == nil ? 0 : 1)
      return true
    } observe: { _ in
      nil
    }
  }
}
#endif
