/// Where sources look: the environment, and the root of the paths that they read.
///
/// Tests give their own, with a folder that stands for the root and holds a `/proc` and a `/sys`
/// of their making.
public struct PressureSurroundings: Sendable, Hashable {
  /// The environment variables.
  public var environment: [String: String]

  /// What is put before each absolute path of the system's own: empty, but in tests.
  public var root: String

  /// Surroundings of one's own.
  public init(environment: [String: String], root: String = "") {
    self.environment = environment
    self.root = root
  }
}
