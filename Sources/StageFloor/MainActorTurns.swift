/// How long operations and steps may keep the main actor: one account for the whole process.
///
/// Each main lane, of a manager or of a run of a graph, is a task of its own. Before it begins, and
/// whenever its time is over, it asks here for its turn, and it charges the time of each operation.
/// When the account is used up, all lanes wait until a marker has passed the main actor's queue:
/// what was enqueued before the marker has then had its turn. The marker calls one lane. When that
/// comes, it sends the marker again if others wait, so that a body which suspends does not hold them
/// up.
@MainActor
package final class MainActorTurns {
  package static let shared = MainActorTurns()

  private typealias Lane = UnsafeContinuation<Void, Never>

  /// The time used since the last marker, in nanoseconds.
  private var used: Int64 = 0
  private var isSpent = false
  private var isMarkerUnderWay = false
  /// The marker was sent before the account was used up: it is to be sent again.
  private var isMarkerEarly = false
  /// A lane was called, and has not come yet: others do not pass it, and none is called.
  private var isLaneUnderWay = false
  /// Those before `head` have been called.
  private var waiting: [Lane] = []
  private var head = 0
  /// A lane that was called when the account was used up again.
  private var returned: Lane?

  package nonisolated init() {}

  /// Waits until a lane may run.
  ///
  /// - Parameter budget: how long lanes may keep the main actor, as far as this one is concerned.
  package func begin(budget: Int64) async {
    var wasCalled = false
    while true {
      if used >= budget { spend() }
      let isFree = wasCalled || !isLaneUnderWay && head == waiting.count && returned == nil
      guard isSpent || !isFree else { return }
      await withUnsafeContinuation { lane in
        if wasCalled { returned = lane } else { waiting.append(lane) }
        if !isLaneUnderWay { sendMarker() }
      }
      isLaneUnderWay = false
      wasCalled = true
      if head < waiting.count { sendMarker() }
    }
  }

  /// An operation or a step has run.
  ///
  /// - Parameters:
  ///   - time: how long it took, in nanoseconds.
  ///   - budget: how long lanes may keep the main actor, as far as this one is concerned.
  /// - Returns: whether the turn is over.
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
    guard head < waiting.count else { return nil }
    let lane = waiting[head]
    head += 1
    if head == waiting.count || head > 64 && head > waiting.count / 2 {
      waiting.removeFirst(head)
      head = 0
    }
    return lane
  }
}
