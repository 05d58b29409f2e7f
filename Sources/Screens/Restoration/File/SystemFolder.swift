#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#elseif canImport(Android)
internal import Android
#endif

/// The folder that contains a file.
struct SystemFolder {
  let path: String
  /// The name of the file in the folder.
  let fileName: String

  /// Creates the folder of a file.
  init(of file: String) {
    // As bytes: a slash before a combining mark would be part of another character.
    let bytes = file.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
      (path, fileName) = (".", file)
      return
    }
    path = slash == bytes.startIndex ? "/" : String(file[..<slash])
    fileName = String(file[bytes.index(after: slash)...])
  }

  /// The prefix of the names of files that belong to the file: its name, or a short substitute if
  /// nothing could be appended to it within the 255 bytes that file systems allow.
  var companionName: String {
    guard fileName.utf8.count > 255 - Self.longestEnding else { return fileName }
    return "screens-" + String(StateChecksum.of(Array(fileName.utf8)[...]), radix: 16)
  }

  /// The longest suffix is that of a file of a newer version, with a number of 19 digits.
  private static let longestEnding = 32

  /// The path of a file that belongs to the file.
  func companion(_ ending: String) -> String { file(companionName + ending) }

  /// The path of another file in the folder.
  func file(_ name: String) -> String { path == "/" ? "/\(name)" : "\(path)/\(name)" }

  /// Waits until the folder's entries have reached the disk, as far as the system supports it.
  ///
  /// - Throws: Only an I/O error of the disk: not every system can synchronize folders.
  func synchronize() throws(ScreenStateFileError) {
    guard let folder = try? SystemFile.reading(path) else { return }
    defer { try? folder.close() }
    do throws(ScreenStateFileError) {
      try folder.synchronize()
    } catch  where error.systemCode == EIO {
      throw error
    } catch {}
  }

  /// The names of all files in the folder with this prefix and suffix.
  func names(from beginning: String, to end: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    while let entry = readdir(folder) {
      let text = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      guard let name = String(validatingCString: text) else { continue }
      if name.utf8.starts(with: beginning.utf8),
        name.utf8.reversed().starts(with: end.utf8.reversed())
      {
        names.append(name)
      }
    }
    return names
  }

  /// Renames a file atomically; a file with the new name is replaced.
  static func rename(_ path: String, to newPath: String) throws(ScreenStateFileError) {
    guard systemRename(path, newPath) != 0 else { return }
    throw ScreenStateFileError(system: errno, "to rename \(path) to \(newPath)")
  }

  /// Gives a file a second name, so that it survives the replacement of the first; a file with the
  /// new name is replaced.
  ///
  /// Where a file can have only one name, it is renamed instead.
  static func keep(_ path: String, as newPath: String) throws(ScreenStateFileError) {
    remove(newPath)
    guard link(path, newPath) != 0 else { return }
    try rename(path, to: newPath)
  }

  /// Removes a file, if it exists.
  static func remove(_ path: String) { _ = unlink(path) }
}

private func systemRename(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }
