internal import Harness

/// HikariCP's `ConcurrentBag`, the fastest pool in other languages, in a Java process of its own.
///
/// Optional: it is measured where `java`, `javac` and Debian's libhikaricp-java are installed. The
/// process runs until the benchmark ends, warms each load up before it is first measured, and takes
/// turns with the others. Its threads are not pinned; Java does not support that.
enum ConcurrentBag {
  static let name = "hikari-concurrent-bag"

  private static let rival = Result {
    try JavaRival.start(
      source: "ConcurrentBagBench", jars: ["HikariCP", "slf4j-api", "slf4j-nop"])
  }

  /// Why it is not measured; nil if it is.
  static var notes: [String] {
    switch rival {
    case .success: []
    case .failure(let reason): ["\(name) is left out: \(reason)."]
    }
  }

  /// The bag as a subject, or nothing where it is not installed.
  ///
  /// It contains `objects`, for `threads` that each keep one for `hold` nanoseconds.
  static func subjects(threads: Int = 1, objects: Int = 16, hold: Int = 0) -> [Subject] {
    guard case .success(let rival) = rival else { return [] }
    return [
      Subject(name) { operations in
        let share = max(operations / threads, 1)
        let nanoseconds = try rival.askNanoseconds("\(threads) \(objects) \(hold) \(share)")
        return Sample(operations: share * threads, nanoseconds: nanoseconds)
      }
    ]
  }
}
