internal import Foundation
internal import Harness
internal import StagecraftMemory
internal import StagecraftTestKit

extension Check {
  /// Observes the watch thread while nothing happens.
  static var idle: Check {
    Check(
      "idle",
      "the wake-ups of the watch thread while nothing happens, and the number of such threads"
    ) {
      guard FileManager.default.fileExists(atPath: "/proc/self/task") else {
        return [Finding("stagecraft", "the system does not report it", isBroken: false)]
      }
      let pipe = try PressureFIFO()
      let services = PressureSources.automatic(environment: pipe.environment)
      return [
        threads(monitors: 1, .none, expected: 0),
        wakeUps("pipe", services, 0),
        // The limits are read once a second, the group of the process every five seconds. In a
        // group with a limit it depends on the memory that is left; see the next three.
        wakeUps("automatic", .automatic, isLimited ? 42 : 4),
        try wakeUpsInGroup("group-4-GiB-left", left: 4 << 30, 3),
        try wakeUpsInGroup("group-400-MiB-left", left: 400 << 20, 13),
        try wakeUpsInGroup("group-90-MiB-left", left: 90 << 20, 42),
        try wakeUpsOfPolling("polling", available: 12_000_000, of: 16_000_000, 4),
        try wakeUpsOfPolling("polling-near-the-edge", available: 120_000, of: 1_000_000, 42),
        threads(monitors: 100, services, expected: 1),
      ]
    }
  }

  /// Whether the automatic sources poll the use of a limit.
  private static var isLimited: Bool {
    PressureMonitor().sources.contains { $0.name == "usage" && $0.isWatching }
  }

  /// In a group of version 2, simulated by files, with a limit of 8 GiB and the given number of
  /// bytes left.
  private static func wakeUpsInGroup(
    _ name: String, left: Int, _ allowed: Int
  ) throws -> Finding {
    let root = NSTemporaryDirectory() + "/stagecraft-bench-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    let group = "/sys/fs/cgroup/desk"
    let limit = 8 << 30
    let files = [
      "/proc/self/mountinfo": "35 23 0:30 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw",
      "/proc/self/cgroup": "0::/desk",
      group + "/memory.stat": "inactive_file 0",
      group + "/memory.events": "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0",
      group + "/memory.high": "max",
      group + "/memory.max": "\(limit)",
      group + "/memory.current": "\(limit - left)",
    ]
    for (file, text) in files {
      let url = URL(fileURLWithPath: root + file)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data((text + "\n").utf8).write(to: url)
    }
    return wakeUps(name, .automatic(environment: [:], root: root), allowed)
  }

  /// On a machine, simulated by a file, without any notification: at most forty times a second if
  /// little of its memory is left.
  private static func wakeUpsOfPolling(
    _ name: String, available: Int, of total: Int, _ allowed: Int
  ) throws -> Finding {
    let root = NSTemporaryDirectory() + "/stagecraft-bench-\(UUID().uuidString)"
    let folder = root + "/proc"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    try Data("MemTotal: \(total) kB\nMemAvailable: \(available) kB\n".utf8)
      .write(to: URL(fileURLWithPath: folder + "/meminfo"))
    return wakeUps(name, .automatic(environment: [:], root: root), allowed)
  }

  /// Counts how often a source wakes its thread, and compares the count with a limit.
  private static func wakeUps(
    _ name: String, _ sources: PressureSources, _ allowed: Int
  ) -> Finding {
    let pressure = PressureMonitor(sources: sources)
    let watching = pressure.sources.filter(\.isWatching).map(\.description)
    // The kernel may have sent real events, so the smallest of several measurements counts.
    var counts: [Int] = []
    repeat {
      Thread.sleep(forTimeInterval: 0.2)
      let before = WatchThreads.switches
      Thread.sleep(forTimeInterval: 1)
      counts.append(WatchThreads.switches - before)
    } while counts.count < 3 && counts.last ?? 0 > allowed
    let least = counts.min() ?? 0
    return Finding(
      "stagecraft-\(name)",
      "\(least) wake-ups in a second (\(watching.joined(separator: "; ")))",
      isBroken: least > allowed)
  }

  private static func threads(
    monitors: Int, _ sources: PressureSources, expected: Int
  ) -> Finding {
    // The thread of released monitors exits shortly after them.
    for _ in 0..<1_000 where WatchThreads.count > 0 { Thread.sleep(forTimeInterval: 0.001) }
    let kept = (0..<monitors).map { _ in PressureMonitor(sources: sources) }
    for _ in 0..<1_000 where WatchThreads.count < expected { Thread.sleep(forTimeInterval: 0.001) }
    Thread.sleep(forTimeInterval: 0.05)
    let count = WatchThreads.count
    return withExtendedLifetime(kept) {
      Finding(
        "stagecraft-threads",
        "\(count) with \(monitors) monitors, \(expected == 0 ? "nothing" : "something") to watch",
        isBroken: count != expected)
    }
  }
}

/// The watch threads of this process, as the system counts them.
private enum WatchThreads {
  static var count: Int { folders.count }

  /// How often all of them together have slept or were interrupted.
  static var switches: Int {
    folders.reduce(0) { sum, folder in
      let lines = text(folder + "/status").split(separator: "\n")
      let counts = lines.filter { $0.contains("voluntary_ctxt_switches") }
        .compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }
      return sum + counts.reduce(0, +)
    }
  }

  private static var folders: [String] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.map { "/proc/self/task/" + $0 }
      .filter { text($0 + "/comm").hasPrefix("memory-pressure") }
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
