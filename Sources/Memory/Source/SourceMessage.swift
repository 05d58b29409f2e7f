internal import StageFloor

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

package enum SourceMessage: Sendable {
  case report(PressureReport)
  case watching(String)
  case unavailable(String)
  case lost(String)
  /// Adds a member source; the receiver connects the relay.
  case member(String, SourceRelay)
}

package final class SourceRelay: Sendable {
  private let target = Guarded<(@Sendable (SourceMessage) -> Void)?>(nil)

  package init() {}

  package func connect(_ target: @escaping @Sendable (SourceMessage) -> Void) {
    self.target.withLock { $0 = target }
  }

  package func deliver(_ message: SourceMessage) { target.copy?(message) }
}
