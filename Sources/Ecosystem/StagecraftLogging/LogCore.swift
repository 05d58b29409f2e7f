#if Logging
internal import Logging
internal import StageFloor

/// What a reporter and its tracks share.
final class LogCore: Sendable {
  struct Line: Sendable {
    let level: Logger.Level
    let message: Logger.Message
    let metadata: @Sendable () -> Logger.Metadata
  }

  struct Key: Hashable, Sendable {
    let object: Int
    let kind: String
  }

  private struct Entry: Sendable {
    let isAlive: @Sendable () -> Bool
    var token: ObservationToken?
  }

  private struct State: Sendable {
    var limit: RepeatLimit<Key, Line>
    var entries: [Int: Entry] = [:]
    var next = 0
    var sweepAt = 64
    var isStopped = false
  }

  let logger: Logger
  private let timekeeper: Timekeeper
  private let state: Guarded<State>
  private let alarm: Alarm

  init(_ logger: Logger, interval: Int64, timekeeper: Timekeeper) {
    self.logger = logger
    self.timekeeper = timekeeper
    state = Guarded(State(limit: RepeatLimit(interval: interval)))
    let reference = Late<LogCore>()
    alarm = Alarm(timekeeper: timekeeper, name: "stagecraft log") { reference.object?.writeDue() }
    reference.object = self
  }

  /// A number for an object, and the tokens of objects that have been released.
  func reserve(_ isAlive: @escaping @Sendable () -> Bool) -> (Int, old: [ObservationToken])? {
    // Asking whether an object is alive may release it: without the lock.
    let entries = state.withLock { $0.entries.count >= $0.sweepAt ? $0.entries : [:] }
    let dead = entries.filter { !$0.value.isAlive() }.keys
    return state.withLock { state in
      guard !state.isStopped else { return nil }
      let old = dead.compactMap { state.entries.removeValue(forKey: $0)?.token }
      if !entries.isEmpty { state.sweepAt = max(64, state.entries.count * 2) }
      state.next += 1
      state.entries[state.next] = Entry(isAlive: isAlive)
      return (state.next, old)
    }
  }

  func keep(_ token: ObservationToken, as number: Int) {
    let isKept = state.withLock { state in
      guard state.entries[number] != nil else { return false }
      state.entries[number]?.token = token
      return true
    }
    if !isKept { token.cancel() }
  }

  func write(_ key: Key, _ line: Line) {
    guard logger.logLevel <= line.level else { return }
    let now = timekeeper.now
    let answer = state.withLock { state -> RepeatLimit<Key, Line>.Answer? in
      state.isStopped ? nil : state.limit.event(key, line, at: now)
    }
    switch answer {
    case .write(let moment):
      emit(line, count: 1)
      alarm.set(for: moment)
    case .hold, nil: break
    }
  }

  func stop() {
    alarm.stop()
    let (entries, due) = state.withLock { state in
      state.isStopped = true
      defer { state.entries = [:] }
      return (state.entries, state.limit.flush())
    }
    for entry in entries.values { entry.token?.cancel() }
    for (line, count) in due { emit(line, count: count) }
  }

  private func writeDue() {
    let now = timekeeper.now
    let (due, next) = state.withLock { ($0.limit.due(at: now), $0.limit.next) }
    for (line, count) in due { emit(line, count: count) }
    if let next { alarm.set(for: next) }
  }

  private func emit(_ line: Line, count: Int) {
    var metadata = line.metadata()
    if count > 1 { metadata["count"] = "\(count)" }
    logger.log(level: line.level, line.message, metadata: metadata, source: "Stagecraft")
  }
}

/// A weak reference that is set after its closure was made.
private final class Late<Object: AnyObject & Sendable>: Sendable {
  private let reference = Guarded<WeakReference<Object>?>(nil)

  var object: Object? {
    get {
      let reference = reference.copy
      return reference?.object
    }
    set {
      let new = newValue.map { WeakReference($0) }
      reference.withLock { $0 = new }
    }
  }
}
#endif
