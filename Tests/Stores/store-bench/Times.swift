#if SQLite && PostgreSQL
import CStageFloor
import Foundation

/// The clocks of this machine.
enum Clock {
  /// The time in seconds.
  static var wall: Double { time(of: CLOCK_MONOTONIC) }

  /// The processor time that this process has used, in seconds.
  static var processor: Double { time(of: CLOCK_PROCESS_CPUTIME_ID) }

  /// The processor time that this thread has used, in seconds.
  static var processorOfThread: Double { time(of: CLOCK_THREAD_CPUTIME_ID) }

  private static func time(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
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

/// Measured durations of the wall clock, and of the processors in this process.
struct Cost {
  private(set) var wall = Times()
  private(set) var processor = Times()

  mutating func append(wall: Double, processor: Double) {
    self.wall.append(wall)
    self.processor.append(processor)
  }

  @discardableResult
  mutating func measure<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    let (begin, used) = (Clock.wall, Clock.processor)
    let value = try await body()
    append(wall: Clock.wall - begin, processor: Clock.processor - used)
    return value
  }

  var quantiles: String { "\(wall.summary) (\(processor.median.text))" }

  /// The medians.
  var summary: String { "\(wall.median.text) (\(processor.median.text))" }
}

enum Memory {
  /// The bytes in the memory of this process, without what its heap has free.
  static var resident: Int {
    _ = stage_trim_heap()
    return Int(stage_resident_bytes())
  }
}

extension Double {
  /// Seconds in a unit that suits them.
  var text: String {
    if isNaN { return "–" }
    if self < 0.000_01 { return String(format: "%.2f µs", self * 1e6) }
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
