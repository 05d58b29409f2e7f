internal import CStageFloor
internal import StageFloor

/// Watches the cgroup of this process, and after a move the new one.
///
/// There is no notification of a move, so `/proc/self/cgroup` is read every five seconds, and
/// whenever the watched cgroup seems to be gone.
///
/// A desktop moves an app to a scope of its own after starting it. Without this class, a monitor
/// that is created before would watch the launcher's cgroup until the end, and report nothing
/// wrong. That is worth its 110 lines; a check takes 12 µs.
final class OwnGroupWatch: Sendable {
  typealias Begin = @Sendable (MemoryGroup, PressureReporter) throws -> ObservationToken

  private struct State {
    var own: OwnGroup
    var watch: ObservationToken?
    /// Counts the moves, so that a watch begun before a move is not kept after it.
    var moves = 0
    var relays: [String: SourceRelay] = [:]
    var hasEnded = false
  }

  private let deliver: @Sendable (SourceMessage) -> Void
  private let begin: Begin
  private let state: Guarded<State>

  /// How long a move may go unnoticed.
  static let interval: Int64 = 5_000_000_000

  static func begin(
    in surroundings: PressureSurroundings, _ reporter: PressureReporter,
    _ begin: @escaping Begin
  ) throws -> ObservationToken {
    let watch = OwnGroupWatch(in: surroundings, reporter, begin)
    try watch.start()
    let membership = WatchThread.shared.add(MembershipWatcher(watch, reporter))
    return ObservationToken {
      membership.cancel()
      watch.cancel()
    }
  }

  init(
    in surroundings: PressureSurroundings, _ reporter: PressureReporter, _ begin: @escaping Begin
  ) {
    self.begin = begin
    deliver = reporter.deliver
    state = Guarded(State(own: OwnGroup(in: surroundings)))
  }

  func start() throws {
    let (group, move) = state.withLock { ($0.own.group, $0.moves) }
    guard let group else {
      throw PressureSourceError("no mounted cgroup has memory accounting")
    }
    keep(try begin(group, PressureReporter { [self] in receive($0) }), move)
  }

  func cancel() {
    let watch = state.withLock { state in
      state.hasEnded = true
      return state.watch.take()
    }
    watch?.cancel()
  }

  /// Watches the new cgroup if the process was moved, and returns whether it was.
  @discardableResult
  func followMove() -> Bool {
    typealias Former = (watch: ObservationToken?, relays: [SourceRelay])
    let former: Former? = state.withLock { state in
      guard !state.hasEnded, state.own.look() else { return nil }
      state.moves += 1
      return (state.watch.take(), Array(state.relays.values))
    }
    guard let former else { return false }
    former.watch?.cancel()
    // Reports that depend on the former cgroup are withdrawn.
    let calm = SourceMessage.report(PressureReport(level: .normal, cause: .subsided))
    for relay in former.relays {
      relay.deliver(calm)
      relay.deliver(.lost("the process was moved to another cgroup"))
    }
    deliver(calm)
    do {
      try start()
    } catch {
      deliver(.lost("the process was moved to another cgroup: \(error)"))
    }
    return true
  }

  private func keep(_ watch: ObservationToken, _ move: Int) {
    let isLate = state.withLock { state in
      if state.hasEnded || state.moves != move { return true }
      state.watch = watch
      return false
    }
    if isLate { watch.cancel() }
  }

  private func receive(_ message: SourceMessage) {
    switch message {
    case .lost:
      // A cgroup from which all processes were moved is usually removed.
      if !followMove() { deliver(message) }
    case .member(let name, let relay):
      let known = state.withLock { state in
        let known = state.relays[name]
        if known == nil { state.relays[name] = relay }
        return known
      }
      guard let known else { return deliver(message) }
      relay.connect { known.deliver($0) }
    case .report, .watching, .unavailable:
      deliver(message)
    }
  }
}

private final class MembershipWatcher: Watcher, @unchecked Sendable {  // guard: see `Watcher`
  private let watch: OwnGroupWatch
  let reporter: PressureReporter
  private(set) var nextLook: Int64? = stage_nanoseconds() + OwnGroupWatch.interval

  init(_ watch: OwnGroupWatch, _ reporter: PressureReporter) {
    self.watch = watch
    self.reporter = reporter
  }

  var descriptors: [PolledDescriptor] { [] }

  func look(_ ready: [PolledDescriptor], now: Int64) -> Bool {
    nextLook = now + OwnGroupWatch.interval
    watch.followMove()
    return true
  }

  func close() {}
}
