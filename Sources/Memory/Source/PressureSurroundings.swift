internal import CStageFloor

/// The environment variables and the file system root that sources examine.
///
/// Tests pass their own, with a root folder that contains a fake `/proc` and `/sys`.
package struct PressureSurroundings: Sendable, Hashable {
  package var environment: [String: String]

  /// The prefix of each absolute system path: empty, except in tests.
  package var root: String

  package init(environment: [String: String], root: String = "") {
    self.environment = environment
    self.root = root
  }
}

extension PressureSurroundings {
  /// The surroundings of this process, read at each access.
  ///
  /// If it has more privileges than its parent, such as a set-user-ID program, the environment is
  /// empty here: it must not determine which files to open and write.
  package static var current: PressureSurroundings {
    PressureSurroundings(environment: currentEnvironment())
  }

  private static func currentEnvironment() -> [String: String] {
    guard var entry = stage_environment() else { return [:] }
    var environment: [String: String] = [:]
    while let text = entry.pointee {
      entry += 1
      let parts = String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let name = String(parts[0])
      // Of several variables with the same name the first counts, as for `getenv`.
      if environment[name] == nil { environment[name] = String(parts[1]) }
    }
    return environment
  }
}
