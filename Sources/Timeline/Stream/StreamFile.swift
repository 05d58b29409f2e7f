internal import StageFloor

typealias StreamFile = OpenFile<TimelineFileError>

extension StreamFile {
  static func contents(of path: String) throws(TimelineFileError) -> [UInt8] {
    let file = try open(path, O_RDONLY)
    defer { try? file.close() }
    var bytes: [UInt8] = []
    let size = 1 << 16
    while true {
      let part = try file.read(size)
      bytes += part
      if part.count < size { return bytes }
    }
  }

  /// Replaces a file or the target of a symbolic link, which after an error is as it was before;
  /// what is no file, such as a pipe, is written to.
  static func replace(_ path: String, with bytes: [UInt8]) throws(TimelineFileError) {
    if isSpecial(path) {
      let file = try open(path, O_WRONLY)
      defer { try? file.close() }
      return try file.write(bytes[...])
    }
    let path = try target(of: path)
    let number = String(UInt64.random(in: 0 ... .max), radix: 16)
    let file = try make("\(folder(of: path)).stagecraft-\(number)")
    do throws(TimelineFileError) {
      do throws(TimelineFileError) {
        try file.write(bytes[...])
      } catch {
        try? file.close()
        throw error
      }
      try file.close()
      try rename(file.path, to: path)
    } catch {
      remove(file.path)
      throw error
    }
  }

  private static func isSpecial(_ path: String) -> Bool {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return false }
    return facts.st_mode & S_IFMT != S_IFREG && facts.st_mode & S_IFMT != S_IFDIR
  }

  /// Where a symbolic link leads, even if there is nothing yet.
  private static func target(of path: String) throws(TimelineFileError) -> String {
    var path = path
    for _ in 0..<40 {
      var text = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &text, text.count)
      guard count >= 0 else { return path }
      let target = String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      path = target.utf8.first == UInt8(ascii: "/") ? target : folder(of: path) + target
    }
    throw TimelineFileError(system: ELOOP, "to follow \(path)")
  }

  /// With its slash, or empty.
  private static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }
}

extension TimelineFileError: SystemFailure {
  package init(system number: Int32, _ attempt: String) {
    code = number == EEXIST ? .alreadyExists : .system(number)
    description = "\(systemWords(number)) when trying \(attempt)."
  }
}
