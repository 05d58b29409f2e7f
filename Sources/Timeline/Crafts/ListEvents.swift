internal import StageFloor
public import StagecraftLists

extension Timeline {
  /// Records a list from now on.
  ///
  /// These are the number of its rows, and of the edits in each batch that the main actor receives.
  /// Of a list that is derived from others, also each read of at least a millisecond, in which its
  /// rows are computed: one on the main actor explains why that was late.
  ///
  /// The timeline retains the list until ``stop()``, and observes it as a screen does: a list that
  /// is derived from others is updated for it.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - name: Its name in the recording.
  /// - Returns: The object as the recording names it.
  @MainActor
  @discardableResult
  public func record<List: RowsReading>(_ list: List, as name: String? = nil) -> TimelineObject {
    record(list, .list, name) { track in
      let reads = (list as? any ComputedRows)?.observeReads { time in
        if time >= .milliseconds(1) { track.period("", .running, lasting: time) }
      }
      track.count("rows", list.snapshot().rowCount)
      let observation = list.observe(initial: false) { transition in
        let edits = Int(truncatingIfNeeded: transition.new.version &- transition.old.version)
        track.count("edits in a batch", edits)
        track.count("rows", transition.new.rowCount)
      }
      return ObservationToken {
        observation.cancel()
        reads?.cancel()
      }
    }
  }
}

extension PresentableRows {
  fileprivate var rowCount: Int {
    (0..<numberOfSections).reduce(0) { $0 + numberOfRows(inSection: $1) }
  }
}
