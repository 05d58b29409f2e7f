internal import CStageFloor

extension PressureSurroundings {
  /// The surroundings of this process.
  ///
  /// They are read anew each time. If the process has more rights than whoever started it, it has
  /// no environment here: that must not tell it what to open and to write.
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
      // Of several of the same name the first counts, as for `getenv`.
      if environment[name] == nil { environment[name] = String(parts[1]) }
    }
    return environment
  }
}
