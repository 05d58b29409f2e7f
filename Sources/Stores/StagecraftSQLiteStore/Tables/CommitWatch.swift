#if SQLite
internal import CStageFloor
internal import StageFloor
internal import StoreFloor

/// Notices the commits of other connections to a file.
struct CommitWatch {
  private var machine = CommitWatchMachine()
  private var watch = stage_file_watch(descriptor: -1, second: -1)
  private let probe: WriterProbe
  /// The files that are watched.
  let files: TableFile.OpenFiles
  private var version: Int64

  /// Fails if the system has no watch or no descriptor left.
  init?(_ file: TableFile) throws {
    // Reading opens the log and its index.
    version = try file.dataVersion()
    files = file.files
    let index = file.paths.logIndex
    guard let probe = WriterProbe(index: index, of: files.database) else { return nil }
    self.probe = probe
    let (paths, link) = (file.paths, file.paths.given)
    guard stage_open_file_watch(&watch, paths.log, paths.database, link) else { return nil }
    // Commits since the number was read.
    machine.filesChanged(at: monotonicNanoseconds())
  }

  mutating func close() { stage_close_file_watch(&watch) }

  var descriptor: Int32 { watch.descriptor }

  /// When to look; nil while nothing was written.
  var nextLook: Int64? { machine.nextLook }

  mutating func filesChanged() {
    if stage_drain_file_watch(&watch) { machine.filesChanged(at: monotonicNanoseconds()) }
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
