/// Why an operation was cancelled or skipped.
public struct CancellationReason: Sendable, CustomStringConvertible {
  /// The sort of reason.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// What the kind is called.
    public let description: String

    /// Somebody cancelled it.
    public static var requested: Kind { Kind(description: "on request") }
    /// One of those it requires failed.
    public static var dependencyFailed: Kind { Kind(description: "a dependency failed") }
    /// One of those it requires was cancelled.
    public static var dependencyCancelled: Kind { Kind(description: "a dependency was cancelled") }
    /// One of those it requires was skipped, or the one it was to make up for did not fail.
    public static var dependencySkipped: Kind { Kind(description: "not needed") }
    /// It took too long.
    public static var timedOut: Kind { Kind(description: "it took too long") }
    /// It did not start in time.
    public static var expired: Kind { Kind(description: "its time to start had passed") }
    /// It was given up while it ran.
    public static var abandoned: Kind { Kind(description: "given up while it ran") }
    /// The last reference to it went before it was submitted.
    public static var neverSubmitted: Kind { Kind(description: "it was never submitted") }
    /// The type that schedules it let go of it.
    public static var lost: Kind { Kind(description: "its scheduler lost it") }
    /// All that needed it were cancelled.
    public static var unwanted: Kind { Kind(description: "nobody needs it any more") }
    /// The scope that it belongs to has ended.
    public static var scopeEnded: Kind { Kind(description: "its scope has ended") }
    /// Its manager was shut down before it could end, or before it was submitted.
    public static var shutDown: Kind { Kind(description: "its manager was shut down") }
    /// A condition said that it is not needed.
    public static var condition: Kind { Kind(description: "a condition was not met") }
  }

  /// The longest ``path`` that is kept.
  static var longestPath: Int { 16 }

  /// The sort of reason.
  public let kind: Kind

  /// The operation where it began, if not this one.
  public let root: String?

  /// The error of the operation where it began, if that failed.
  public let rootError: (any Error)?

  /// The operations by which the reason came here, from the root on; of a long way, the beginning.
  public let path: [String]

  init(
    _ kind: Kind, root: String? = nil, rootError: (any Error)? = nil, path: [String] = []
  ) {
    self.kind = kind
    self.root = root
    self.rootError = rootError
    self.path = path
  }

  /// The reason as part of a sentence.
  public var description: String {
    guard let root else { return kind.description }
    let cause = rootError.map { " with: \($0)" } ?? ""
    let way = path.count > 1 ? ", by way of " + path.dropFirst().joined(separator: ", ") : ""
    return "\(kind.description) (“\(root)”\(cause)\(way))"
  }
}
