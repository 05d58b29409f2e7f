#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#elseif canImport(Android)
internal import Android
#endif

/// The folder that a file is in.
struct SystemFolder {
  let path: String
  /// What the file is called in it.
  let fileName: String

  /// The folder of a file.
  init(of file: String) {
    // As bytes: with a combining mark after it, a slash would be a part of another character.
    let bytes = file.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
      (path, fileName) = (".", file)
      return
    }
    path = slash == bytes.startIndex ? "/" : String(file[..<slash])
    fileName = String(file[bytes.index(after: slash)...])
  }

  /// What the names of files begin with that belong to the file: its name, or a short one that stands
  /// for it if nothing can follow it in the 255 bytes that file systems take.
  var companionName: String {
    guard fileName.utf8.count > 255 - Self.longestEnding else { return fileName }
    return "screens-" + String(StateChecksum.of(Array(fileName.utf8)[...]), radix: 16)
  }

  /// The longest is that of a file of a newer version, with a number of 19 digits.
  private static let longestEnding = 32

  /// The path of a file that belongs to the file.
  func companion(_ ending: String) -> String { file(companionName + ending) }

  /// The path of another file in it.
  func file(_ name: String) -> String { path == "/" ? "/\(name)" : "\(path)/\(name)" }

  /// Waits until the disk has the names in it, as far as it can be told to.
  ///
  /// - Throws: only that the disk is failing: not every system has folders that can be waited for.
  func synchronize() throws(StateFileError) {
    guard let folder = try? SystemFile.reading(path) else { return }
    defer { try? folder.close() }
    do throws(StateFileError) {
      try folder.synchronize()
    } catch  where error.systemCode == EIO {
      throw error
    } catch {}
  }

  /// The names of all files in it that have this beginning and this end.
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

  /// Gives a file another name, in one step; whatever has that name is replaced.
  static func rename(_ path: String, to newPath: String) throws(StateFileError) {
    guard systemRename(path, newPath) != 0 else { return }
    throw StateFileError(system: errno, "to rename \(path) to \(newPath)")
  }

  /// Gives a file a second name, so that it outlives what takes its place; what has that name is
  /// replaced.
  ///
  /// Where a file can have only one name it gets the new one, and its own is free.
  static func keep(_ path: String, as newPath: String) throws(StateFileError) {
    remove(newPath)
    guard link(path, newPath) != 0 else { return }
    try rename(path, to: newPath)
  }

  /// Removes a file, if it is there.
  static func remove(_ path: String) { _ = unlink(path) }
}

private func systemRename(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }
