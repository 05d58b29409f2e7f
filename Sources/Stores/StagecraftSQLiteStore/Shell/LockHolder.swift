#if SQLite
internal import StageFloor
internal import StoreFloor

enum LockHolder {
  /// The process that holds the first of these locks which is held.
  static func process(_ locks: [FileIdentity], logIndex: FileIdentity?) -> Int32? {
    // The kernel gives a page at a time. Lines are missing if locks before them came or went
    // between two pages, so one look that finds nothing proves nothing.
    for _ in 0..<8 {
      guard let table = readFile("/proc/locks") else { return nil }
      for lock in locks {
        if let found = process(in: table, lock, logIndex: logIndex, besides: getpid()) {
          return found
        }
      }
    }
    return nil
  }

  /// Reads the kernel's table: `1: FLOCK  ADVISORY  WRITE 4711 fd:01:262146 0 EOF`.
  static func process(
    in table: String, _ lock: FileIdentity?, logIndex: FileIdentity?, besides own: Int32
  ) -> Int32? {
    var writer: Int32?
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ")
      // Those that wait have an arrow in front of the kind.
      guard fields.count >= 8, fields[3] == "WRITE", let process = Int32(fields[4]), process > 0,
        process != own,
        let inode = fields[5].split(separator: ":").last.flatMap({ UInt64($0) })
      else { continue }
      if fields[1] == "FLOCK", inode == lock?.inode { return process }
      // Byte 120 of the index of the log is SQLite's lock for writing.
      if fields[1] == "POSIX", inode == logIndex?.inode, let first = Int(fields[6]), first <= 120,
        fields[7] == "EOF" || (Int(fields[7]) ?? 0) >= 120
      {
        writer = process
      }
    }
    return writer
  }

  private static func readFile(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < 4 << 20 {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      bytes += buffer[0..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
#endif
