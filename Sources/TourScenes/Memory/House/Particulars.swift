internal import Foundation
internal import Stagecraft

// What the system tells of a guest that does not come to its end, for whoever has to find out why.

extension ChildProcess {
  /// How it stands, a line for each fact; on Linux only.
  var particulars: [String] {
    let folder = "/proc/\(process)"
    let wanted = ["State", "VmRSS", "Threads", "SigBlk", "SigIgn"]
    let status = Self.lines(of: "\(folder)/status").filter { line in
      wanted.contains { line.hasPrefix("\($0):") }
    }
    let threads = ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/task")) ?? [])
      .sorted()
      .map { number in
        let thread = "\(folder)/task/\(number)"
        let state = Self.lines(of: "\(thread)/status").first { $0.hasPrefix("State:") } ?? ""
        let place = Self.lines(of: "\(thread)/wchan").first ?? ""
        return "thread \(number): \(state), waits in \(place)"
      }
    return ["process \(process)"] + status + threads
  }

  fileprivate static func lines(of path: String) -> [String] {
    String(decoding: (try? SmallFile.read(path)) ?? [], as: UTF8.self)
      .split(separator: "\n").map { String($0).replacing("\t", with: " ") }
  }
}

extension LimitedGroup {
  /// How it stands, a line for each fact.
  var particulars: [String] {
    let files = [
      "memory.usage_in_bytes", "memory.limit_in_bytes", "memory.failcnt", "memory.oom_control",
      "memory.current", "memory.max", "memory.events", "cgroup.procs",
    ]
    let figures = files.compactMap { file -> String? in
      let lines = ChildProcess.lines(of: "\(directory)/\(file)")
      return lines.isEmpty ? nil : "\(file): \(lines.joined(separator: ", "))"
    }
    // Memory that is read from the disk again and again is not what the guest keeps.
    let wanted = ["anon", "cache", "file", "mapped_file", "pgmajfault", "rss"]
    let shares = ChildProcess.lines(of: "\(directory)/memory.stat").filter { line in
      wanted.contains { line.hasPrefix("\($0) ") }
    }
    return ["group \(directory)"] + figures + ["memory.stat: \(shares.joined(separator: ", "))"]
  }
}
