internal import CStageFloor
internal import StageFloor

/// Watches the cgroup of this process, and after a move the new one.
///
/// There is no notification of a move, so `/proc/self/cgroup` is read every five seconds, and
/// whenever the watched cgroup seems to be gone.
final class OwnGroupWatch: Sendable {
  typealias Begin = @Sendable (MemoryGroup, PressureReporter) throws -> PressureWatch

  private struct State {
    var own: OwnGroup
    var watch: PressureWatch?
    /// Counts the moves, so that a watch begun before a move is not kept after it.
    var moves = 0
    /// The members of the source, which outlive a move.
    var relays: [String: SourceRelay] = [:]
    var hasEnded = false
  }

  private let deliver: @Sendable (SourceMessage) -> Void
  private let begin: Begin
  private let lock = LockWord()
  nonisolated(unsafe) private var state: State  // guard: `lock`

  /// How long a move may go unnoticed.
  static let interval: Int64 = 5_000_000_000

  /// Begins to watch a cgroup with `begin`, now and after each move.
  static func begin(
    in surroundings: PressureSurroundings, _ reporter: PressureReporter,
    _ begin: @escaping Begin
  ) throws -> PressureWatch {
    let watch = OwnGroupWatch(in: surroundings, reporter, begin)
    try watch.start()
    let membership = WatchThread.shared.add(MembershipLookout(watch, reporter))
    return PressureWatch {
      membership.end()
      watch.end()
    }
  }

  init(
    in surroundings: PressureSurroundings, _ reporter: PressureReporter, _ begin: @escaping Begin
  ) {
    self.begin = begin
    deliver = reporter.deliver
    state = State(own: OwnGroup(in: surroundings))
  }

  deinit { lock.deallocate() }

  func start() throws {
    let (group, move) = lock.withLock { (state.own.group, state.moves) }
    guard let group else {
      throw PressureSourceError("no mounted cgroup has memory accounting")
    }
    keep(try begin(group, PressureReporter { [self] in receive($0) }), move)
  }

  func end() {
    let watch = lock.withLock {
      state.hasEnded = true
      return state.watch.take()
    }
    watch?.end()
  }

  /// Watches the new cgroup if the process was moved, and returns whether it was.
  @discardableResult
  func followMove() -> Bool {
    typealias Former = (watch: PressureWatch?, relays: [SourceRelay])
    let former: Former? = lock.withLock {
      guard !state.hasEnded, state.own.look() else { return nil }
      state.moves += 1
      return (state.watch.take(), Array(state.relays.values))
    }
    guard let former else { return false }
    former.watch?.end()
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

  private func keep(_ watch: PressureWatch, _ move: Int) {
    let isLate = lock.withLock {
      if state.hasEnded || state.moves != move { return true }
      state.watch = watch
      return false
    }
    if isLate { watch.end() }
  }

  private func receive(_ message: SourceMessage) {
    switch message {
    case .lost:
      // A cgroup from which all processes were moved is usually removed.
      if !followMove() { deliver(message) }
    case .member(let name, let relay):
      let known = lock.withLock {
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

private final class MembershipLookout: Lookout, @unchecked Sendable {  // guard: see `Lookout`
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
