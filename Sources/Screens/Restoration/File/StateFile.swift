internal import StageFloor

/// A file in which a ``ScreenArchive`` outlives the process.
///
/// ```swift
/// let file = StateFile(path: folder + "/screens", schema: 2)
///
/// switch file.readBlocking() {
/// case .restored(let archive): window.restore(from: archive, catalog: catalog)
/// case .none, .outdated: break
/// case .interrupted: print("The last launch did not survive what was saved: beginning anew.")
/// case .tooNew(_, let newPath): print("A newer version wrote it; saving moves it to \(newPath).")
/// case .unreadable(let error, _), .failed(let error): print(error)
/// }
/// ```
///
/// And whenever the app may be about to end:
///
/// ```swift
/// try await window.saveState(to: file)
/// ```
///
/// It is never half written: what is new is written beside it, under another name, reaches the disk,
/// and then takes its place in one step. A process that is killed meanwhile, or a full disk, leaves
/// the old file as it was. Only its owner may read it.
///
/// What a newer version of the app has written is never overwritten: the first save of an older one
/// moves it to another name, which ``StateFileContent/tooNew(schema:movesTo:)`` tells.
///
/// Several tasks may write at once: the file has what was asked for last. For another process that
/// writes the same path, the last one to end wins, and the file is whole. Of two processes of which one
/// is newer, and both write in the same moment, the older one may miss that the other has written.
///
/// A symbolic link at the path is followed when the file is read; the first save puts a file in its
/// place, and leaves what it refers to as it was. A file has at most 16 MiB. What systems attach to
/// files, such as protection while a device is locked or exclusion from backups, is that of the folder:
/// set it there, since each save makes a new file.
public final class StateFile: Sendable {
  /// Where it is.
  ///
  /// The folder must be there when it is written.
  public let path: String

  /// The version of what the app saves: a higher number than before whenever older files are to be
  /// brought up to date.
  ///
  /// Keys that come and go need none: what is missing reads as nil.
  public let schema: Int

  /// For tests: is told how far a file has been written.
  let onStep: @Sendable (Step) -> Void
  private let lock = LockWord()
  nonisolated(unsafe) private var lastTicket = 0  // guard: lock
  nonisolated(unsafe) private var published = 0  // guard: lock

  /// How far a file has been written.
  enum Step: Sendable, Hashable, CaseIterable {
    case made
    case halfWritten
    case written
    case synchronized
    case inPlace
  }

  /// The file at a path, which need not be there.
  ///
  /// - Parameters:
  ///   - path: where it is; its folder must be there when it is written.
  ///   - schema: the version of what the app saves, from 0.
  public convenience init(path: String, schema: Int = 1) {
    self.init(path: path, schema: schema) { _ in }
  }

  init(path: String, schema: Int, onStep: @escaping @Sendable (Step) -> Void) {
    require(schema >= 0, "The schema of a state file is 0 or more, not \(schema).")
    self.path = path
    self.schema = schema
    self.onStep = onStep
  }

  deinit { lock.deallocate() }

  /// A place in the order of those who write.
  func takeTicket() -> Int {
    lock.withLock {
      lastTicket += 1
      return lastTicket
    }
  }

  /// Puts what has been written in its place, unless something newer is there.
  ///
  /// The lock is held while the system gives a file another name: then nobody comes between.
  func publish(_ ticket: Int, _ rename: () throws(StateFileError) -> Void) throws(StateFileError) {
    lock.lock()
    defer { lock.unlock() }
    guard ticket > published else { return }
    try rename()
    published = ticket
  }

  /// Does something while nobody puts anything in its place through this object.
  func whileNobodyPublishes<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }
}
