/// A process-wide time budget for operations and steps on the main actor.
///
/// Each main lane, of a manager or of a graph run, is a separate task. Before it starts, and
/// whenever its time is used up, it requests a turn here; it also charges the time of each
/// operation. When the budget is used up, all lanes wait until a marker has passed through the main
/// actor's queue: everything enqueued before the marker has then had its turn. The marker resumes
/// one lane. When that lane runs, it sends the marker again if other lanes wait, so a body that
/// suspends does not delay them.
@MainActor
package final class MainActorTurns {
  package static let shared = MainActorTurns()

  private typealias Lane = UnsafeContinuation<Void, Never>

  private var used: Int64 = 0
  private var isSpent = false
  private var isMarkerUnderWay = false
  /// The marker was sent before the budget was used up, so it has to be sent again.
  private var isMarkerEarly = false
  /// A lane was resumed but does not run yet: no lane may overtake it, and none is resumed.
  private var isLaneUnderWay = false
  private var waiting = Deque<Lane>()
  /// A lane that was resumed when the budget was already used up again.
  private var returned: Lane?

  package nonisolated init() {}

  package func begin(budget: Int64) async {
    var wasCalled = false
    while true {
      if used >= budget { spend() }
      let isFree = wasCalled || !isLaneUnderWay && waiting.isEmpty && returned == nil
      guard isSpent || !isFree else { return }
      await withUnsafeContinuation { lane in
        if wasCalled { returned = lane } else { waiting.append(lane) }
        if !isLaneUnderWay { sendMarker() }
      }
      isLaneUnderWay = false
      wasCalled = true
      if !waiting.isEmpty { sendMarker() }
    }
  }

  /// Charges the time of an operation or a step, in nanoseconds; returns whether the turn is over.
  package func charge(_ time: Int64, budget: Int64) -> Bool {
    used += min(max(time, 0), .max - used)
    if used >= budget { spend() }
    return isSpent
  }

  private func spend() {
    guard !isSpent else { return }
    isSpent = true
    isMarkerEarly = isMarkerUnderWay
    sendMarker()
  }

  private func sendMarker() {
    guard !isMarkerUnderWay else { return }
    isMarkerUnderWay = true
    Task.detached { @MainActor in self.markerPassed() }
  }

  private func markerPassed() {
    isMarkerUnderWay = false
    if isMarkerEarly {
      isMarkerEarly = false
      return sendMarker()
    }
    isSpent = false
    used = 0
    guard !isLaneUnderWay, let lane = nextLane() else { return }
    isLaneUnderWay = true
    lane.resume()
  }

  private func nextLane() -> Lane? {
    if let lane = returned {
      returned = nil
      return lane
    }
    return waiting.popFirst()
  }
}
