#if SQLite && os(Linux)
internal import StageFloor
internal import StoreFloor

/// Watches files for all tables of the process: the system gives a user 128 inotify instances.
final class SharedFileWatch: Sendable {
  typealias Listener = @Sendable () -> Void

  /// What to hear of a file.
  enum Interest {
    case written, replaced
    /// The file itself is a link.
    case turned

    fileprivate var events: UInt32 {
      let gone = UInt32(IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
      return switch self {
      case .written: gone | UInt32(IN_MODIFY)
      case .replaced: gone
      case .turned: gone | UInt32(IN_DONT_FOLLOW)
      }
    }
  }

  /// What a listener hears, until it is removed.
  struct Registration: Sendable {
    fileprivate let number: UInt64
    fileprivate var watches: [Int32] = []
  }

  private struct State: Sendable {
    /// The listeners of each watch: the system has one for each file, however often it is added.
    var listeners: [Int32: [UInt64: Listener]] = [:]
    var last: UInt64 = 0
  }

  fileprivate let descriptor: Int32
  private let state = Guarded(State())

  private struct Running: Sendable {
    var watch: SharedFileWatch
    var thread: PollThread<SharedFileWatchWork>
  }

  private static let running = Guarded<Running?>(nil)

  /// The one of this process, which stays; nil if the system has no instance or no thread left.
  static var shared: SharedFileWatch? {
    running.withLock { running in
      if let running { return running.watch }
      guard let watch = SharedFileWatch() else { return nil }
      guard
        let thread = try? PollThread("sqlite-watch", make: { SharedFileWatchWork(watch: watch) })
      else { return nil }
      running = Running(watch: watch, thread: thread)
      return watch
    }
  }

  private init?() {
    descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 { return nil }
  }

  deinit { if descriptor >= 0 { closeFile(descriptor) } }

  /// Nil if the system has no watch left.
  func add(
    _ files: [(path: String, interest: Interest)], _ listener: @escaping Listener
  ) -> Registration? {
    state.withLock { state in
      state.last += 1
      var registration = Registration(number: state.last)
      for (path, interest) in files {
        let watch = inotify_add_watch(descriptor, path, interest.events | UInt32(IN_MASK_ADD))
        if watch < 0 {
          remove(registration, from: &state)
          return nil
        }
        registration.watches.append(watch)
        state.listeners[watch, default: [:]][registration.number] = listener
      }
      return registration
    }
  }

  func remove(_ registration: Registration) {
    state.withLock { remove(registration, from: &$0) }
  }

  private func remove(_ registration: Registration, from state: inout State) {
    for watch in registration.watches {
      state.listeners[watch]?[registration.number] = nil
      guard state.listeners[watch]?.isEmpty == true else { continue }
      state.listeners[watch] = nil
      // It fails for a file that is gone.
      _ = inotify_rm_watch(descriptor, watch)
    }
  }

  /// Tells the listeners of the files that have changed.
  fileprivate func serve() {
    while let watches = nextWatches() {
      let listeners = state.withLock { state -> [UInt64: Listener] in
        // Without a number, events were lost.
        let all = watches.contains(-1) ? Set(state.listeners.keys) : watches
        return all.reduce(into: [:]) { found, watch in
          found.merge(state.listeners[watch] ?? [:]) { one, _ in one }
        }
      }
      for listener in listeners.values { listener() }
    }
  }

  /// The watches that have events; nil if there are none.
  private func nextWatches() -> Set<Int32>? {
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
      func next() -> Int { read(descriptor, buffer.baseAddress, buffer.count) }
      var count = next()
      while count < 0, errno == EINTR { count = next() }
      if count <= 0 { return nil }
      var watches: Set<Int32> = []
      var offset = 0
      let header = MemoryLayout<inotify_event>.size
      while offset + header <= count {
        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        watches.insert(event.wd)
        offset += header + Int(event.len)
      }
      return watches
    }
  }
}

/// Waits for the events of a ``SharedFileWatch``.
private struct SharedFileWatchWork: PollThreadWork {
  typealias Job = Never

  let watch: SharedFileWatch

  mutating func run(_ job: Never) {}

  func appendWatches(to watches: inout [PollWatch]) {
    watches.append(PollWatch(watch.descriptor, for: .readable))
  }

  func nextDeadline() -> Int64? { nil }

  mutating func ready(_ descriptor: Int32, _ events: PollEvents) { watch.serve() }

  mutating func deadlinePassed(at now: Int64) {}

  mutating func stop(unrun: [Never]) {}
}
#endif
