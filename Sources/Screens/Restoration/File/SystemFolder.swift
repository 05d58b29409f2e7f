internal import StageFloor

struct SystemFolder {
  let path: String
  let fileName: String

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

  /// A short substitute if nothing could be appended within the 255 bytes of file systems.
  var companionName: String {
    guard fileName.utf8.count > 255 - Self.longestEnding else { return fileName }
    return "screens-" + String(StateChecksum.of(Array(fileName.utf8)[...]), radix: 16)
  }

  /// The longest suffix is that of a file of a newer version, with a number of 19 digits.
  private static let longestEnding = 32

  func companion(_ ending: String) -> String { file(companionName + ending) }

  func file(_ name: String) -> String { path == "/" ? "/\(name)" : "\(path)/\(name)" }

  /// Throws only I/O errors of the disk: not every system can synchronize folders.
  func synchronize() throws(ScreenStateFileError) {
    guard let folder = try? SystemFile.reading(path) else { return }
    defer { try? folder.close() }
    do throws(ScreenStateFileError) {
      try folder.synchronize()
    } catch  where error.systemCode == EIO {
      throw error
    } catch {}
  }

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

  /// Gives a file a second name, or renames it where a file can have only one.
  static func keep(_ path: String, as newPath: String) throws(ScreenStateFileError) {
    SystemFile.remove(newPath)
    guard link(path, newPath) != 0 else { return }
    try SystemFile.rename(path, to: newPath)
  }
}
