#if SQLite
internal import CStageFloor
internal import StageFloor
internal import StoreFloor

/// Notices the commits of other connections to a file.
struct CommitWatch {
  private var machine = CommitWatchMachine()
  #if os(Linux)
  private let shared: SharedFileWatch
  private let registration: SharedFileWatch.Registration
  #else
  private var watch = stage_file_watch(descriptor: -1, second: -1)
  #endif
  private let probe: WriterProbe
  /// The files that are watched.
  let files: TableFile.OpenFiles
  private var version: Int64

  /// Fails if the system has no watch or no descriptor left.
  ///
  /// - `changed`: Is called on any thread when the files have changed, where no descriptor is polled.
  init?(_ file: TableFile, changed: @escaping @Sendable () -> Void) throws {
    // Reading opens the log and its index.
    version = try file.dataVersion()
    files = file.files
    let index = file.paths.logIndex
    guard let probe = WriterProbe(index: index, of: files.database) else { return nil }
    self.probe = probe
    let paths = file.paths
    #if os(Linux)
    var wanted: [(path: String, interest: SharedFileWatch.Interest)] = [
      (paths.log, .written), (paths.database, .replaced),
    ]
    if paths.given != paths.database { wanted.append((paths.given, .turned)) }
    guard let shared = SharedFileWatch.shared, let registration = shared.add(wanted, changed)
    else { return nil }
    self.shared = shared
    self.registration = registration
    #else
    guard stage_open_file_watch(&watch, paths.log, paths.database, paths.given) else { return nil }
    #endif
    // Commits since the number was read.
    machine.filesChanged(at: monotonicNanoseconds())
  }

  mutating func close() {
    #if os(Linux)
    shared.remove(registration)
    #else
    stage_close_file_watch(&watch)
    #endif
  }

  /// What to poll, where each table has a descriptor of its own.
  var descriptor: Int32? {
    #if os(Linux)
    nil
    #else
    watch.descriptor
    #endif
  }

  /// When to look; nil while nothing was written.
  var nextLook: Int64? { machine.nextLook }

  mutating func filesChanged() {
    #if !os(Linux)
    guard stage_drain_file_watch(&watch) else { return }
    #endif
    machine.filesChanged(at: monotonicNanoseconds())
  }

  /// Returns whether something may have been committed since the last look.
  mutating func look(at file: TableFile) -> Bool {
    let wasWriting = probe.isWriting
    // An error concerns the next call of the list, too.
    let now = try? file.dataVersion()
    let hasChanged = now != version || file.isReplaced
    if let now { version = now }
    machine.looked(wasWriting: wasWriting, at: monotonicNanoseconds())
    return hasChanged
  }
}
#endif
