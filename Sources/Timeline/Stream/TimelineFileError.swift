/// An error that explains why a timeline cannot be written to a file, or read from it.
public struct TimelineFileError: Error, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public enum Code: Sendable, Hashable {
    /// A file exists at the path; it may be what an earlier run has left.
    case alreadyExists
    /// The first line of the file is not the one that ``Timeline/stream(to:)`` writes.
    case isNoTimeline
    /// An error of the system, with its number.
    case system(Int32)
  }

  /// The kind of the error.
  public var code: Code
  /// What failed, and why.
  public var description: String
}
