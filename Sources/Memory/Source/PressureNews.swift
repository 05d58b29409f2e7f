internal import StageFloor

/// What a source has seen.
package struct PressureReport: Sendable, Hashable {
  package var level: PressureLevel
  package var cause: PressureCause
  package var target: Int?
  package var lasting: PressureReporter.Lasting

  package init(
    level: PressureLevel, cause: PressureCause, target: Int? = nil,
    lasting: PressureReporter.Lasting = .momentary
  ) {
    self.level = level
    self.cause = cause
    self.target = target
    self.lasting = lasting
  }
}

/// What a reporter takes to the monitor.
package enum PressureNews: Sendable {
  case report(PressureReport)
  case isWatching(String)
  case isRefused(String)
  case isLost(String)
  /// There is one more source; whoever takes the news connects the relay.
  case member(String, SourceRelay)
}

/// Connects a source's member with the monitor, as soon as that has made room for it.
package final class SourceRelay: Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var target: (@Sendable (PressureNews) -> Void)?  // guard: `lock`

  package init() {}

  deinit { lock.deallocate() }

  package func connect(_ target: @escaping @Sendable (PressureNews) -> Void) {
    lock.lock()
    self.target = target
    lock.unlock()
  }

  package func deliver(_ news: PressureNews) {
    lock.lock()
    let target = target
    lock.unlock()
    target?(news)
  }
}
