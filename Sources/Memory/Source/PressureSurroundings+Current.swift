internal import CStageFloor

extension PressureSurroundings {
  /// The surroundings of this process.
  ///
  /// They are read at each access. If the process has more privileges than its parent, such as a
  /// set-user-ID program, the environment is empty here: it must not determine which files to open
  /// and write.
  public static var current: PressureSurroundings {
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
