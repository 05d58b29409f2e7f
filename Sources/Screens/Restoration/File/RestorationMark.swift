internal import StageFloor

/// Notes beside a state file that its restoration is under way.
///
/// A restoration that crashes would crash again at each launch. So there is a file beside the state
/// file from before the first screen is made until some time after the last: views are made, and read
/// their state, when the window shows them. It is locked for as long as that process lives: one that
/// no process has locked was left behind by one that did not come to the end.
final class RestorationMark: Sendable {
  /// How long after a restoration it counts as under way.
  static let graceTime = Duration.seconds(2)

  /// Which restorations are under way in this process, by the path of their file.
  private struct State {
    var running = 0
    /// Counts the restorations, so that each ends only its own grace time.
    var number = 0
    /// The mark, open and locked.
    var mark: SystemFile?

    func remove(_ path: String) {
      SystemFolder.remove(path)
      mark?.unlock()
      try? mark?.close()
    }
  }

  private static let lock = LockWord()
  nonisolated(unsafe) private static var lastNumber = 0  // guard: `lock`
  nonisolated(unsafe) private static var states: [String: State] = [:]  // guard: `lock`

  private let file: String

  /// The mark of a state file; it makes none.
  init(of file: String) { self.file = file }

  private static func path(of file: String) -> String {
    SystemFolder(of: file).companion(".restoring")
  }

  /// Whether another process has left it behind.
  ///
  /// The file is locked for a moment to find out. That happens under our own lock: two readers of this
  /// process would each take the other for a process that is restoring, and one that begins to restore
  /// would not get the file's lock.
  var wasLeft: Bool {
    Self.lock.withLock {
      guard Self.states[file] == nil, let mark = try? SystemFile.reading(Self.path(of: file)) else {
        return false
      }
      defer { try? mark.close() }
      // Something else may have the name: a folder, for instance, is no mark, and cannot be removed.
      guard let facts = try? mark.facts(), facts.isRegular else { return false }
      // Shared, so that readers in other processes are not taken for restorations.
      guard mark.lock(isShared: true) != .isTaken else { return false }
      mark.unlock()
      return true
    }
  }

  /// A restoration begins.
  func begin() {
    Self.lock.withLock {
      var state = Self.states[file] ?? State()
      state.running += 1
      if state.mark == nil {
        let path = Self.path(of: file)
        // One that was left is there, if the user wishes to try once more.
        state.mark = (try? SystemFile.make(path)) ?? (try? SystemFile.reading(path))
        _ = state.mark?.lock()
      }
      Self.states[file] = state
    }
  }

  /// A restoration has returned, and the grace time begins.
  ///
  /// - Returns: what to end it with.
  func returned() -> Int {
    Self.lock.withLock {
      var state = Self.states[file] ?? State()
      state.running -= 1
      Self.lastNumber += 1
      state.number = Self.lastNumber
      Self.states[file] = state
      return state.number
    }
  }

  /// The grace time is over.
  func end(_ number: Int) {
    Self.lock.withLock {
      guard let state = Self.states[file], state.number == number, state.running == 0 else {
        return
      }
      Self.states[file] = nil
      state.remove(Self.path(of: file))
    }
  }

  /// There is another state in the file: what is known of the one before does not concern it.
  ///
  /// While a restoration is running, what it is called for may have saved the same state once more.
  static func fileWasReplaced(_ file: String) {
    lock.withLock {
      let state = states[file] ?? State()
      guard state.running == 0 else { return }
      states[file] = nil
      state.remove(path(of: file))
    }
  }
}

extension ScreenApplication {
  /// Notes that an archive is being restored, for the next process if this one does not survive it.
  func marking(_ archive: ScreenArchive, _ restore: () -> Void) {
    guard let mark = archive.mark else { return restore() }
    mark.begin()
    restore()
    let number = mark.returned()
    // Keeps neither the application nor the archive.
    restorationGrace = Task { [timekeeper] in
      try? await timekeeper.sleep(
        until: timekeeper.now + RestorationMark.graceTime.wholeNanoseconds)
      mark.end(number)
    }
  }
}
