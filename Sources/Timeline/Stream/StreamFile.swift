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

  /// Replaces a regular file, or the target of a symbolic link; after an error it is unchanged.
  ///
  /// Pipes and devices are written in place.
  static func replace(_ path: String, with bytes: [UInt8]) throws(TimelineFileError) {
    if isSpecial(path) {
      // A pipe without a reader is an error, where `open` would wait for one.
      let file = try open(path, O_WRONLY | O_NONBLOCK)
      defer { try? file.close() }
      _ = fcntl(file.number, F_SETFL, fcntl(file.number, F_GETFL) & ~O_NONBLOCK)
      return try file.writeWithoutSignal(bytes[...])
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

  /// A pipe whose reader has closed it throws, and does not end the process.
  private func writeWithoutSignal(_ bytes: ArraySlice<UInt8>) throws(TimelineFileError) {
    #if canImport(Darwin)
    _ = fcntl(number, F_SETNOSIGPIPE, 1)
    try write(bytes)
    #else
    var (signals, former, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGPIPE) == 1
    pthread_sigmask(SIG_BLOCK, &signals, &former)
    defer {
      // The signal is the thread's own: no other one can take it.
      sigpending(&pending)
      var signal: Int32 = 0
      if !wasPending, sigismember(&pending, SIGPIPE) == 1 { sigwait(&signals, &signal) }
      pthread_sigmask(SIG_SETMASK, &former, nil)
    }
    try write(bytes)
    #endif
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
      let bytes = text[..<count].map(UInt8.init(bitPattern:))
      let target = String(decoding: bytes, as: UTF8.self)
      guard target.utf8.elementsEqual(bytes) else {
        throw TimelineFileError(system: EILSEQ, "to follow \(path)")
      }
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
