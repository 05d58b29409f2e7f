#if Maps && WebPages
import Foundation

/// The figures of a run.
@MainActor
final class Report {
  /// Whether only invariants are checked.
  let isSmoke: Bool
  private var lines: [String] = []
  private(set) var isMet = true

  init(isSmoke: Bool) { self.isSmoke = isSmoke }

  /// Adds a figure without a target.
  func add(_ name: String, _ figure: String) { add(name, figure, target: "", "") }

  /// Adds a figure whose target depends on the machine.
  func add(_ name: String, _ figure: String, target: String, isMet: Bool) {
    if !isMet, !isSmoke { self.isMet = false }
    add(name, figure, target: target, isMet ? "met" : "**missed**")
  }

  /// Adds an invariant, which must hold on every machine.
  func check(_ name: String, _ holds: Bool, _ figure: String) {
    if !holds { isMet = false }
    add(name, figure, target: "always", holds ? "holds" : "**broken**")
  }

  private func add(_ name: String, _ figure: String, target: String, _ result: String) {
    let line = "| \(name) | \(figure) | \(target) | \(result) |"
    lines.append(line)
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  func print() {
    Swift.print("| Measurement | Figure | Target | |\n| --- | --- | --- | --- |")
    for line in lines { Swift.print(line) }
  }
}

/// Times of this process.
enum Clock {
  /// The time in seconds.
  static var wall: Double { seconds(CLOCK_MONOTONIC) }
  /// The processor time of the calling thread in seconds.
  static var thread: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }
  /// The processor time of the process in seconds.
  static var process: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The seconds since the process was started, to a hundredth.
  static var sinceStart: Double {
    let status = (try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8)) ?? ""
    // After the name, which is in parentheses; the time of the start is field 22.
    let fields = status.drop { $0 != ")" }.dropFirst(2).split(separator: " ")
    guard fields.count > 19, let ticks = Double(fields[19]) else { return 0 }
    return seconds(CLOCK_BOOTTIME) - ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The memory in use, in bytes.
  static var memory: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

extension Double {
  /// The seconds as milliseconds.
  var ms: String { String(format: "%.1f ms", self * 1000) }
}
#endif
