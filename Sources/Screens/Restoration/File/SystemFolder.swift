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
    guard let slash = file.lastIndex(of: "/") else {
      (path, fileName) = (".", file)
      return
    }
    path = slash == file.startIndex ? "/" : String(file[..<slash])
    fileName = String(file[file.index(after: slash)...])
  }

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
      if name.hasPrefix(beginning), name.hasSuffix(end) { names.append(name) }
    }
    return names
  }

  /// Gives a file another name, in one step; whatever has that name is replaced.
  static func rename(_ path: String, to newPath: String) throws(StateFileError) {
    guard systemRename(path, newPath) != 0 else { return }
    throw StateFileError(system: errno, "to rename \(path) to \(newPath)")
  }

  /// Removes a file, if it is there.
  static func remove(_ path: String) { _ = unlink(path) }
}

private func systemRename(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }
