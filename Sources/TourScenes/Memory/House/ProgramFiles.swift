internal import Foundation
internal import Stagecraft

/// The files that a program is in: its own, and those that this process runs from, which it shares.
///
/// A page of a file belongs to the group of whoever has it read from the disk first. If that is the
/// guest, its own instructions are among what the kernel takes from it at its limit, and they have to
/// be read again at once: as long as something can be taken each time, the kernel sees no need to end
/// anybody, and the guest comes no further. That has lasted for half a minute, and for longer where
/// the disk was busy. Here it is made sure that somebody else has them read.
enum ProgramFiles {
  /// Has all of them in memory, on the account of this process.
  ///
  /// What cannot be read is left out: that is for those to say who need it.
  @available(*, noasync)
  static func read(for program: String) {
    for path in Set(shared + [program]) { read(path) }
  }

  /// What this process runs from but for its own executable; on Linux only.
  private static var shared: [String] {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let table = (try? SmallFile.read("/proc/self/maps", limit: 1 << 23)) ?? []
    return table.split(separator: UInt8(ascii: "\n")).compactMap { line in
      // Where, with which rights, from where in which file, and its path.
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
      guard fields.count == 6, fields[1].contains(UInt8(ascii: "x")) else { return nil }
      let path = String(decoding: fields[5].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
      return path.hasPrefix("/") && path != own ? path : nil
    }
  }

  private static func read(_ path: String) {
    guard let file = try? FileDescriptor.open(path, .read) else { return }
    defer { file.close() }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = Foundation.read(file.number, &buffer, buffer.count)
      guard count > 0 || (count < 0 && errno == EINTR) else { return }
    }
  }
}
