internal import CStageFloor
internal import Foundation

/// Where the guest says how it fares; whole lines at once, as it may end at any moment.
final class GuestOutput: Sendable {
  private let start = ContinuousClock.now
  private let turn = Locked(())

  /// For how long the guest has been there.
  var elapsed: Duration { ContinuousClock.now - start }

  func say(_ line: GuestLine) {
    let bytes = line.line
    turn.withLock { _ in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        // Nobody listens any more.
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// How much memory this process has; zero where the system does not tell.
  static var resident: Int { max(0, Int(stage_resident_bytes())) }
}
