#if ServiceLifecycle
/// What the services of a ``ShutdownPlan`` have left unfinished.
public struct ShutdownReport: Sendable, Hashable {
  /// One service that has shut down.
  public struct Entry: Sendable, Hashable {
    /// The name of the service.
    public var name: String
    /// How long its shutdown took.
    public var duration: Duration
    /// What was cut, one sentence each.
    public var cut: [String]

    /// Whether nothing was cut.
    public var isComplete: Bool { cut.isEmpty }
  }

  /// The services in the order in which they have shut down.
  public internal(set) var entries: [Entry] = []

  /// Whether nothing was cut.
  public var isComplete: Bool { entries.allSatisfy(\.isComplete) }
}

extension ShutdownReport: CustomStringConvertible {
  /// A line for each service, and one for each thing that was cut.
  public var description: String {
    entries.map(\.description).joined(separator: "\n")
  }
}

extension ShutdownReport.Entry: CustomStringConvertible {
  /// The service, and what was cut.
  public var description: String {
    let first = "\(name): \(isComplete ? "all had ended." : "\(cut.count) cut.")"
    return cut.reduce(first) { "\($0)\n  \($1)" }
  }
}
#endif
