extension OperationError {
  /// Why an operation was cancelled or skipped.
  public struct Reason: Sendable, CustomStringConvertible {
    /// The kind of a cancellation reason.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
      /// A short description of the kind.
      public let description: String

      /// It was cancelled by a call.
      public static var requested: Kind { Kind(description: "on request") }
      /// An operation that it requires failed.
      public static var dependencyFailed: Kind { Kind(description: "a dependency failed") }
      /// An operation that it requires was cancelled.
      public static var dependencyCancelled: Kind {
        Kind(description: "a dependency was cancelled")
      }
      /// An operation that it requires was skipped, or the operation whose failure it handles did
      /// not fail.
      public static var dependencySkipped: Kind { Kind(description: "not needed") }
      /// Its ``OperationOptions/timeout`` or ``OperationOptions/deadline`` passed.
      public static var timedOut: Kind { Kind(description: "it took too long") }
      /// Its ``OperationOptions/expiry`` passed before it started.
      public static var expired: Kind { Kind(description: "it did not start in time") }
      /// It was abandoned while it ran.
      public static var abandoned: Kind { Kind(description: "it was abandoned while it ran") }
      /// Its last reference was released before it was submitted.
      public static var neverSubmitted: Kind { Kind(description: "it was never submitted") }
      /// The type that schedules it released its ``ReadyOperation`` unused.
      public static var lost: Kind { Kind(description: "its ReadyOperation was released unused") }
      /// Every operation and task that needed it was cancelled or stopped waiting.
      public static var unwanted: Kind {
        Kind(description: "no operation or task needs it any more")
      }
      /// Its scope has ended.
      public static var scopeEnded: Kind { Kind(description: "its scope has ended") }
      /// Its manager was shut down before the operation ended or was submitted.
      public static var shutdown: Kind { Kind(description: "its manager was shut down") }
      /// A condition skipped it.
      public static var condition: Kind { Kind(description: "a condition was not met") }
    }

    static var longestPath: Int { 16 }

    /// The kind of the reason.
    public let kind: Kind

    /// The operation where the cancellation originated, if it is another one.
    public let root: String?

    /// The error of the originating operation, if it failed.
    public let rootError: (any Error)?

    /// The operations through which the cancellation propagated, starting with the root; a long
    /// path is truncated at its end.
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
      let via = path.count > 1 ? ", via " + path.dropFirst().joined(separator: ", ") : ""
      return "\(kind.description) (“\(root)”\(cause)\(via))"
    }
  }
}
