internal import StageFloor

/// A file that stores a ``ScreenArchive`` across launches.
///
/// ```swift
/// let file = ScreenStateFile(path: folder + "/screens", schema: 2)
///
/// switch file.readBlocking() {
/// case .restored(let archive): window.restore(from: archive, catalog: catalog)
/// case .none, .outdated: break
/// case .interrupted: print("The last restoration did not finish: starting fresh.")
/// case .tooNew(_, let newPath): print("A newer version wrote it; saving moves it to \(newPath).")
/// case .unreadable(let error, _), .failed(let error): print(error)
/// }
/// ```
///
/// Save whenever the app may be about to end:
///
/// ```swift
/// try await window.saveState(to: file)
/// ```
///
/// The file is replaced atomically: a new file is written next to it, under another name, reaches
/// the disk, and is then renamed. If the process is killed meanwhile, or the disk is full, the old
/// file is unchanged. Only its owner may read it.
///
/// A file that a newer version of the app has written is never overwritten: the first save of an
/// older version moves it to the path in ``ScreenStateFile/Content/tooNew(schema:movesTo:)``.
///
/// Several tasks may write at once: the file contains what was submitted last. If another process
/// writes to the same path, the last write to complete wins, and the file is never mixed. If two
/// processes, one of them of a newer version, write at the same moment, the older one may miss the
/// newer file and overwrite it.
///
/// A symbolic link at the path is followed for reading; the first save replaces the link by a file,
/// and leaves its target unchanged. A file has at most 16 MiB. Attributes that systems attach to
/// files, such as protection while a device is locked or exclusion from backups, are those of the
/// folder: set them there, since each save creates a new file.
public final class ScreenStateFile: Sendable {
  /// The path of the file.
  ///
  /// The folder must exist when the file is written.
  public let path: String

  /// The version of what the app saves.
  ///
  /// Increase it whenever older files must be migrated.
  ///
  /// New and removed keys need no new version: missing values read as nil.
  public let schema: Int

  /// For tests.
  let onStep: @Sendable (Step) -> Void
  private let tickets = Guarded((last: 0, published: 0))

  enum Step: Sendable, Hashable, CaseIterable {
    case made
    case halfWritten
    case written
    case synchronized
    case inPlace
  }

  /// Creates an object for the file at a path, which need not exist.
  ///
  /// - Parameters:
  ///   - path: The path; its folder must exist when the file is written.
  ///   - schema: The version of what the app saves, from 0.
  public convenience init(path: String, schema: Int = 1) {
    self.init(path: path, schema: schema) { _ in }
  }

  init(path: String, schema: Int, onStep: @escaping @Sendable (Step) -> Void) {
    require(schema >= 0, "The schema of a state file must be 0 or more, not \(schema).")
    self.path = path
    self.schema = schema
    self.onStep = onStep
  }

  /// The position of a new write among all writes.
  func takeTicket() -> Int {
    tickets.withLock { tickets in
      tickets.last += 1
      return tickets.last
    }
  }

  /// Renames a file into place unless a newer one is there; the lock covers check and rename.
  func publish(_ ticket: Int, _ rename: () throws(ScreenStateFileError) -> Void)
    throws(ScreenStateFileError)
  {
    try tickets.withLock { tickets throws(ScreenStateFileError) in
      guard ticket > tickets.published else { return }
      try rename()
      tickets.published = ticket
    }
  }

  /// No file is renamed into place meanwhile.
  func withoutPublishing<Result: Sendable>(_ body: () -> Result) -> Result {
    tickets.withLock { _ in body() }
  }
}
