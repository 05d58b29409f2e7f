internal import StageFloor

extension LendingSession {
  /// Describes a new session of this process.
  ///
  /// - Parameter job: What the process works on, such as a build, or an empty string.
  /// - Returns: A description with a random identifier.
  @_spi(Store) public static func current(job: String = "") -> LendingSession {
    LendingSession(id: .random(), host: hostName, process: getpid(), job: job)
  }

  private static var hostName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "unknown" }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }.filter {
      $0 > 32 && $0 < 127
    }
    let name = String(decoding: bytes.prefix(LendingLimits.textBytes), as: UTF8.self)
    return name.isEmpty ? "unknown" : name
  }
}
