/// A file beside another one, whose place it is to take.
///
/// It is locked for as long as it is written. One that nobody has locked was left behind by a process
/// that was killed.
struct DraftFile {
  private let file: SystemFile

  private static let ending = ".saving"

  /// A new file in the same folder, under a name of its own.
  ///
  /// Tests are told when there is a file which is not locked yet.
  static func make(
    beside folder: SystemFolder, _ onMade: () -> Void = {}
  ) throws(StateFileError) -> DraftFile {
    while true {
      let number = String(UInt64.random(in: 0 ... .max), radix: 16)
      let path = folder.companion(".\(number)\(ending)")
      do throws(StateFileError) {
        let file = try SystemFile.make(path)
        onMade()
        // If it is locked, or not there, somebody took it for one that was left behind, in between.
        if file.lock() != .isTaken, SystemFile.Identity(at: path) == (try? file.facts().identity) {
          return DraftFile(file: file)
        }
        try? file.close()
      } catch  where error.isPresence {
        continue
      } catch {
        throw error
      }
    }
  }

  /// Writes bytes, and waits until the disk has them.
  func write(
    _ bytes: [UInt8], _ onStep: (StateFile.Step) -> Void
  ) throws(StateFileError) {
    onStep(.made)
    let half = bytes.count / 2
    try file.write(bytes[..<half])
    onStep(.halfWritten)
    try file.write(bytes[half...])
    onStep(.written)
    try file.synchronize()
    onStep(.synchronized)
  }

  /// Takes the place of a file.
  func take(_ path: String) throws(StateFileError) {
    try SystemFolder.rename(file.path, to: path)
  }

  /// Closes it; there is nothing that the system has not told before.
  func end() { try? file.close() }

  func remove() { SystemFolder.remove(file.path) }

  /// Removes what processes that were killed have left.
  static func sweep(_ folder: SystemFolder) {
    let beginning = folder.companionName + "."
    for name in folder.names(from: beginning, to: ending) {
      let number = String(
        decoding: name.utf8.dropFirst(beginning.utf8.count).dropLast(ending.utf8.count),
        as: UTF8.self)
      // Others may have files that are called almost so.
      guard UInt64(number, radix: 16) != nil else { continue }
      let path = folder.file(name)
      guard let file = try? SystemFile.reading(path) else { continue }
      if file.lock() == .isOurs { SystemFolder.remove(path) }
      try? file.close()
    }
  }
}
