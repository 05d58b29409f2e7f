// Why not `Data.write(to:options: .atomic)`: it synchronizes and renames, but (Swift 6.3.1, Linux) does
// not synchronize the folder, lets all users read the file, and leaves the new file behind if the
// process is killed (7 of 12 times), with a name that nothing removes. And it renames
// at once: here, tickets are checked and a newer version's file is searched for between writing and
// renaming. It would replace 60 lines of this folder; the others read, lock, and move files aside.

/// Locked while it is written: one that is not locked was left behind by a killed process.
struct TemporaryFile {
  private let file: SystemFile

  private static let ending = ".saving"

  /// `onMade` is for tests: the file exists and is not locked yet.
  static func make(
    beside folder: SystemFolder, _ onMade: () -> Void = {}
  ) throws(ScreenStateFileError) -> TemporaryFile {
    while true {
      let number = String(UInt64.random(in: 0 ... .max), radix: 16)
      let path = folder.companion(".\(number)\(ending)")
      do throws(ScreenStateFileError) {
        let file = try SystemFile.make(path)
        onMade()
        // If it is locked or missing, another process has taken it for a leftover in the meantime.
        if file.lock() != .isTaken, FileIdentity(at: path) == (try? file.facts().identity) {
          return TemporaryFile(file: file)
        }
        try? file.close()
      } catch  where error.isPresence {
        continue
      } catch {
        throw error
      }
    }
  }

  func write(
    _ bytes: [UInt8], _ onStep: (ScreenStateFile.Step) -> Void
  ) throws(ScreenStateFileError) {
    onStep(.made)
    let half = bytes.count / 2
    try file.write(bytes[..<half])
    onStep(.halfWritten)
    try file.write(bytes[half...])
    onStep(.written)
    try file.synchronize()
    onStep(.synchronized)
  }

  func take(_ path: String) throws(ScreenStateFileError) {
    try SystemFile.rename(file.path, to: path)
  }

  /// The system has reported all errors before.
  func close() { try? file.close() }

  func remove() { SystemFile.remove(file.path) }

  /// Removes the files that killed processes have left behind.
  static func sweep(_ folder: SystemFolder) {
    let beginning = folder.companionName + "."
    for name in folder.names(from: beginning, to: ending) {
      let number = String(
        decoding: name.utf8.dropFirst(beginning.utf8.count).dropLast(ending.utf8.count),
        as: UTF8.self)
      // Other programs may have files with similar names.
      guard UInt64(number, radix: 16) != nil else { continue }
      let path = folder.file(name)
      guard let file = try? SystemFile.reading(path) else { continue }
      if file.lock() == .isOurs { SystemFile.remove(path) }
      try? file.close()
    }
  }
}
