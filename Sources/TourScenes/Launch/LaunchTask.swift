/// One of the things an app does when it is launched.
struct LaunchTask: Sendable, Hashable {
  /// Where it runs, and what it does there.
  enum Kind: Sendable, Hashable {
    /// Keeps the main thread busy.
    case main
    /// Keeps another thread busy.
    case busy
    /// Waits for the disk or the network; no thread is busy meanwhile.
    case waits
  }

  /// How urgent somebody thought it is.
  enum Urgency: Int, Sendable, CaseIterable {
    case low
    case normal
    case high
  }

  let name: String
  let kind: Kind
  let duration: Duration
  let urgency: Urgency
  /// What must have ended before.
  let needs: [String]

  init(
    _ name: String, _ kind: Kind, _ milliseconds: Int, _ urgency: Urgency = .normal,
    needs: String...
  ) {
    self.name = name
    self.kind = kind
    duration = .milliseconds(milliseconds)
    self.urgency = urgency
    self.needs = needs
  }
}

extension [LaunchTask] {
  /// How many times something must come before something else.
  var edges: Int { reduce(0) { $0 + $1.needs.count } }

  /// All that must have ended before one of them can, itself included.
  func needed(for name: String) -> Set<String> {
    var found: Set<String> = []
    var pending = [name]
    while let next = pending.popLast() {
      guard found.insert(next).inserted else { continue }
      pending += first { $0.name == next }?.needs ?? []
    }
    return found
  }
}
