#if SQLite && PostgreSQL
import Foundation

/// The clocks of this machine.
enum Clock {
  /// The time in seconds.
  static var wall: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The processor time that a process has used, in seconds, without the time it waited for one.
  static func processor(of process: Int32) -> Double {
    let folder = "/proc/\(process)/task"
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return tasks.reduce(0) { sum, task in
      let path = "/proc/\(process)/task/\(task)/schedstat"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return sum + (text.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e9
    }
  }
}

/// Measured durations, in seconds.
struct Times {
  private(set) var all: [Double] = []

  var count: Int { all.count }

  mutating func append(_ time: Double) { all.append(time) }
  mutating func append(contentsOf other: Times) { all += other.all }

  /// The time that this part of all is at most.
  func quantile(_ part: Double) -> Double {
    if all.isEmpty { return .nan }
    return all.sorted()[Int((Double(all.count - 1) * part).rounded())]
  }

  var median: Double { quantile(0.5) }

  /// Median and 99th percentile.
  var summary: String { "p50 \(median.text), p99 \(quantile(0.99).text)" }
}

extension Double {
  /// Seconds in a unit that suits them.
  var text: String {
    if isNaN { return "–" }
    if self < 0.001 { return String(format: "%.0f µs", self * 1e6) }
    if self < 1 { return String(format: "%.2f ms", self * 1e3) }
    return String(format: "%.2f s", self)
  }

  /// A number without digits after the point.
  var whole: String { isNaN ? "–" : String(format: "%.0f", self) }

  /// A ratio.
  var times: String { String(format: "%.1f ×", self) }
}

/// How long one flush of a small write to this folder's disk takes: the median.
func flushTime(in folder: String) -> Double {
  let path = folder + "/flush"
  let file = open(path, O_CREAT | O_WRONLY, 0o600)
  guard file >= 0 else { return .nan }
  defer {
    close(file)
    unlink(path)
  }
  var times = Times()
  var block = [UInt8](repeating: 1, count: 8192)
  for _ in 0..<50 {
    block[0] &+= 1
    let begin = Clock.wall
    _ = pwrite(file, block, block.count, 0)
    fdatasync(file)
    times.append(Clock.wall - begin)
  }
  return times.median
}
#endif
