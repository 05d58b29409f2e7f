#if SQLite || PostgreSQL
internal import StageFloor
internal import CLend
@_spi(Store) internal import StagecraftSharedPools

extension Duration {
  /// The duration for people: 350 ms, 12.5 s, 4 min 10 s, 3 h 5 min, 2 d 4 h.
  var reading: String {
    let microseconds = self.microseconds
    if microseconds < 0 { return "-" + (Duration.zero - self).reading }
    if microseconds < 1_000 { return "\(microseconds) µs" }
    if microseconds < 1_000_000 { return "\((microseconds + 500) / 1_000) ms" }
    if microseconds < 60_000_000 {
      let tenths = (microseconds + 50_000) / 100_000
      return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
    let seconds = microseconds / 1_000_000
    func text(_ large: Int64, _ unit: String, _ small: Int64, _ part: String) -> String {
      small == 0 ? "\(large) \(unit)" : "\(large) \(unit) \(small) \(part)"
    }
    if seconds < 3_600 { return text(seconds / 60, "min", seconds % 60, "s") }
    if seconds < 86_400 { return text(seconds / 3_600, "h", seconds / 60 % 60, "min") }
    return text(seconds / 86_400, "d", seconds / 3_600 % 24, "h")
  }

  var secondsText: String {
    let microseconds = self.microseconds
    let magnitude = microseconds.magnitude
    let fraction = String(magnitude % 1_000_000)
    let sign = microseconds < 0 ? "-" : ""
    return "\(sign)\(magnitude / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count)
      + fraction
  }
}

func currentTime() -> Int64 {
  lend_time_of_day()
}

/// A moment for people and programs, such as `2026-05-04 12:30:05Z`.
func timeText(microseconds: Int64) -> String {
  var seconds = time_t(microseconds / 1_000_000)
  var parts = tm()
  guard gmtime_r(&seconds, &parts) != nil else { return String(microseconds) }
  func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let date = "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
  return "\(date) \(digits(parts.tm_hour)):\(digits(parts.tm_min)):\(digits(parts.tm_sec))Z"
}

/// Reads what ``timeText(microseconds:)`` writes, or its beginning: a day, or a minute.
func parseTime(_ text: String) -> Int64? {
  let parts = text.split(whereSeparator: { "-: TZ".contains($0) })
  let numbers = parts.compactMap { Int32($0) }
  guard [3, 5, 6].contains(numbers.count), numbers.count == parts.count, numbers[0] >= 1970,
    (1...12).contains(numbers[1]), (1...31).contains(numbers[2])
  else { return nil }
  var time = tm()
  (time.tm_year, time.tm_mon, time.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
  if numbers.count > 3 { (time.tm_hour, time.tm_min) = (numbers[3], numbers[4]) }
  if numbers.count > 5 { time.tm_sec = numbers[5] }
  return Int64(timegm(&time)) * 1_000_000
}

func hostName() -> String {
  var name = [CChar](repeating: 0, count: 256)
  guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
  let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return text.isEmpty ? "unknown" : text
}

func processNumber() -> Int32 { getpid() }

extension LendingSession {
  var text: String {
    (job.isEmpty ? "\(host), process \(process)" : "\(job) (\(host), process \(process))").printable
  }
}

extension Want {
  /// The want for people: `2 × ios, arm64`.
  var text: String {
    let labels = self.labels.description.printable
    return count == 1 ? labels : "\(count) × \(labels)"
  }
}
#endif
