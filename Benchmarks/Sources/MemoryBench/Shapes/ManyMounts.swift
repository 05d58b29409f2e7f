internal import Foundation

/// The environment of this process with thousands of mounts in addition, as on a machine with many
/// containers.
final class ManyMounts {
  let path: String

  init(_ count: Int) throws {
    path = NSTemporaryDirectory() + "/stagecraft-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path + "/proc/self", withIntermediateDirectories: true)
    for file in ["/sys", "/proc/meminfo", "/proc/self/cgroup"] {
      try FileManager.default.createSymbolicLink(atPath: path + file, withDestinationPath: file)
    }
    let own = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
    let others = (0..<count).map { number in
      """
      \(number + 10_000) 31 0:\(number + 1_000) / /var/lib/containers/storage/overlay/\(number)/merged \
      rw,relatime shared:\(number) - overlay overlay rw,lowerdir=/var/lib/containers/\(number)
      """
    }
    try Data((others.joined(separator: "\n") + "\n" + own).utf8)
      .write(to: URL(fileURLWithPath: path + "/proc/self/mountinfo"))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
