#if SQLite
internal import CStageFloor
internal import StageFloor
internal import StoreFloor

/// Says whether a process is writing to a database, without taking a lock.
///
/// `BEGIN IMMEDIATE` would say so too, and would make a writer fail that does not wait for locks.
struct WriterProbe: Sendable {
  /// Byte 120 of the index of the log is SQLite's lock for writing.
  private static let writeLock: Int64 = 120

  private let descriptor: Int32

  /// - Parameter index: The path of the index of the log, which a connection has open.
  init?(index: String) {
    guard let descriptor = Self.parked.withLock({ $0.descriptor(of: index) }) else { return nil }
    self.descriptor = descriptor
  }

  var isWriting: Bool { stage_is_byte_locked(descriptor, Self.writeLock) }

  /// Descriptors are not closed while their files exist: closing one would release all locks that
  /// this process has on the file, also those of SQLite's connections.
  private static let parked = Guarded(ParkedDescriptors())
}

private struct ParkedDescriptors {
  private var all: [(file: FileIdentity, descriptor: Int32)] = []

  mutating func descriptor(of path: String) -> Int32? {
    // Those of removed files: no connection has a lock on them any more.
    all.removeAll { entry in
      var info = stat()
      guard fstat(entry.descriptor, &info) == 0, info.st_nlink == 0 else { return false }
      closeFile(entry.descriptor)
      return true
    }
    let file = FileIdentity(of: path)
    if let known = all.first(where: { $0.file.isSameFile(as: file) }) { return known.descriptor }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return nil }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { return nil }
    all.append((FileIdentity(info), descriptor))
    return descriptor
  }
}
#endif
