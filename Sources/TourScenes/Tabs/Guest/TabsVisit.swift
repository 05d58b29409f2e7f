internal import Foundation

/// Starts a process that plays a part of the scene, listens to it, and waits for its end.
struct TabsVisit: Sendable {
  struct Report: Sendable {
    /// All that it said.
    var lines: [String] = []
    var ending = ChildProcess.Ending.unknown

    func count(of line: String) -> Int { lines.count { $0 == line } }
  }

  let order: TabsGuestOrder
  /// The executable `stagecraft`.
  let program: String
  /// How long it may take.
  var patience = Duration.seconds(60)

  init(_ order: TabsGuestOrder, program: String) {
    self.order = order
    self.program = program
  }

  /// Plays it; nothing is left behind, whatever happens.
  ///
  /// - Returns: what became of the guest.
  /// - Throws: why it could not be started.
  func play() async throws -> Report {
    try await Task.onThread { Result { try run() } }.value.get()
  }

  @available(*, noasync)
  private func run() throws -> Report {
    var environment = ProcessInfo.processInfo.environment
    // It ends as it is to end; nobody needs to know where all its threads were.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    let child = try ChildProcess(program, order.arguments, environment: environment)
    let end = ContinuousClock.now + patience
    var report = Report()
    _ = child.readLines(until: end) { report.lines.append(String(decoding: $0, as: UTF8.self)) }
    report.ending = child.waitForEnd(until: end)
    return report
  }
}

extension ChildProcess.Ending {
  /// Whether the program ended itself because it could not go on.
  var isTrap: Bool {
    switch self {
    case .killed(let signal): [SIGTRAP, SIGILL, SIGABRT].contains(signal)
    case .exited, .unknown: false
    }
  }
}
