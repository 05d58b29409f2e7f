internal import StageFloor

/// A file next to a state file, which marks that its restoration is in progress.
///
/// A restoration that crashes would crash again at each launch. The mark exists until some time
/// after the restoration, because views are created, and read their state, when the window shows
/// them. Its process locks it: a mark that is not locked was left behind by a crash.
final class RestorationMark: Sendable {
  /// How long a restoration counts as in progress after it has returned.
  static let graceTime = Duration.seconds(2)

  /// The restorations of one file that are in progress in this process.
  private struct State {
    var running = 0
    /// Counts the restorations, so that each ends only its own grace period.
    var number = 0
    var mark: SystemFile?

    func remove(_ path: String) {
      SystemFile.remove(path)
      mark?.unlock()
      try? mark?.close()
    }
  }

  private static let shared = Guarded((lastNumber: 0, states: [String: State]()))

  private let file: String

  init(of file: String) { self.file = file }

  private static func path(of file: String) -> String {
    SystemFolder(of: file).companion(".restoring")
  }

  /// Locks the mark for a moment, under the lock of this process: otherwise two readers would each
  /// take the other for a restoration, and one that begins would not get the mark's lock.
  var wasLeft: Bool {
    Self.shared.withLock { shared in
      guard shared.states[file] == nil, let mark = try? SystemFile.reading(Self.path(of: file))
      else {
        return false
      }
      defer { try? mark.close() }
      // The name may be taken by something else: a folder, for instance, is not a mark, and cannot
      // be removed.
      guard let facts = try? mark.facts(), facts.isRegular else { return false }
      // Shared, so that readers in other processes are not taken for restorations.
      guard mark.lock(isShared: true) != .isTaken else { return false }
      mark.unlock()
      return true
    }
  }

  func begin() {
    Self.shared.withLock { shared in
      var state = shared.states[file] ?? State()
      state.running += 1
      if state.mark == nil {
        let path = Self.path(of: file)
        // A mark that was left behind exists if the user wants to try once more.
        state.mark = (try? SystemFile.make(path)) ?? (try? SystemFile.reading(path))
        _ = state.mark?.lock()
      }
      shared.states[file] = state
    }
  }

  /// Begins the grace period, and returns the number with which it ends.
  func returned() -> Int {
    Self.shared.withLock { shared in
      var state = shared.states[file] ?? State()
      state.running -= 1
      shared.lastNumber += 1
      state.number = shared.lastNumber
      shared.states[file] = state
      return state.number
    }
  }

  func end(_ number: Int) {
    Self.shared.withLock { shared in
      guard let state = shared.states[file], state.number == number, state.running == 0 else {
        return
      }
      shared.states[file] = nil
      state.remove(Self.path(of: file))
    }
  }

  /// The mark no longer concerns the file, unless a restoration is running: its callbacks may save.
  static func fileWasReplaced(_ file: String) {
    shared.withLock { shared in
      let state = shared.states[file] ?? State()
      guard state.running == 0 else { return }
      shared.states[file] = nil
      state.remove(path(of: file))
    }
  }
}

extension ScreenApplication {
  /// Marks that an archive is being restored, for the next process if this one does not survive it.
  func marking(_ archive: ScreenArchive, _ restore: () -> Void) {
    guard let mark = archive.mark else { return restore() }
    mark.begin()
    restore()
    let number = mark.returned()
    // Retains neither the application nor the archive.
    restorationGrace = Task { [timekeeper] in
      try? await timekeeper.sleep(
        until: timekeeper.now + RestorationMark.graceTime.wholeNanoseconds)
      mark.end(number)
    }
  }
}
