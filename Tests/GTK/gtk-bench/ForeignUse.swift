#if Maps && WebPages
import Foundation

extension ForeignUse {
  /// Adds up the processes that this one has started, and those that they have started.
  static func ofDescendants() -> ForeignUse {
    var use = ForeignUse()
    var ended = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &ended)
    use.processor = seconds(ended.ru_utime) + seconds(ended.ru_stime)

    // Their fields in `stat`, from the state on: the parent is the second, the times 12 to 15.
    var fields: [String: [Substring]] = [:]
    for process in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    where process.allSatisfy(\.isNumber) {
      let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
      fields[process] = text.drop { $0 != ")" }.dropFirst(2).split(separator: " ")
    }
    func isMine(_ process: String) -> Bool {
      var process = process
      while let parent = fields[process]?.dropFirst().first.map(String.init), parent != process {
        if parent == "\(getpid())" { return true }
        process = parent
      }
      return false
    }
    let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
    for (process, values) in fields where isMine(process) {
      use.processor += values.dropFirst(11).prefix(4).reduce(0) { $0 + (Double($1) ?? 0) } / ticks
      let path = "/proc/\(process)/smaps_rollup"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix("Pss:") }
      let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      use.memory += (kilobytes ?? 0) << 10
    }
    return use
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}
#endif
