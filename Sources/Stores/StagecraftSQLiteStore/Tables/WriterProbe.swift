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
  /// Each connection has a lock on byte 128 while it has the index open.
  fileprivate static let openLock: Int64 = 128

  private let descriptor: Int32

  /// - Parameters:
  ///   - index: The path of the index of the log, which a connection has open.
  ///   - database: The database to which it belongs.
  init?(index: String, of database: FileIdentity?) {
    let descriptor = Self.parked.withLock { $0.descriptor(of: index, database) }
    guard let descriptor else { return nil }
    self.descriptor = descriptor
  }

  /// Whether connections, of this process or others, have an index of a database open that was
  /// removed.
  static func isRemovedIndexInUse(of database: FileIdentity) -> Bool {
    parked.withLock { $0.isRemovedIndexInUse(of: database) }
  }

  var isWriting: Bool { stage_is_byte_locked(descriptor, Self.writeLock) }

  /// Descriptors are not closed while their files exist: closing one would release all locks that
  /// this process has on the file, also those of SQLite's connections.
  private static let parked = Guarded(ParkedDescriptors())
}

private struct ParkedDescriptors {
  private var all: [(database: FileIdentity?, file: FileIdentity, descriptor: Int32)] = []

  mutating func isRemovedIndexInUse(of database: FileIdentity) -> Bool {
    closeUnused()
    return all.contains {
      database.isSameFile(as: $0.database) && Self.isRemoved($0.descriptor)
    }
  }

  private static func isRemoved(_ descriptor: Int32) -> Bool {
    var info = stat()
    return fstat(descriptor, &info) == 0 && info.st_nlink == 0
  }

  /// Closes those of removed files that no connection has open.
  private mutating func closeUnused() {
    all.removeAll { entry in
      guard Self.isRemoved(entry.descriptor),
        !stage_is_byte_locked(entry.descriptor, WriterProbe.openLock)
      else { return false }
      closeFile(entry.descriptor)
      return true
    }
  }

  mutating func descriptor(of path: String, _ database: FileIdentity?) -> Int32? {
    closeUnused()
    let file = FileIdentity(of: path)
    if let known = all.first(where: { $0.file.isSameFile(as: file) }) { return known.descriptor }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return nil }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { return nil }
    all.append((database, FileIdentity(info), descriptor))
    return descriptor
  }
}
#endif
