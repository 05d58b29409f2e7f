/// The environment variables and the file system root that sources examine.
///
/// Tests pass their own, with a root folder that contains a fake `/proc` and `/sys`.
public struct PressureSurroundings: Sendable, Hashable {
  /// The environment variables.
  public var environment: [String: String]

  /// The prefix of each absolute system path: empty, except in tests.
  public var root: String

  /// Creates custom surroundings.
  ///
  /// - Parameters:
  ///   - environment: The environment variables.
  ///   - root: The prefix of each absolute system path.
  public init(environment: [String: String], root: String = "") {
    self.environment = environment
    self.root = root
  }
}
