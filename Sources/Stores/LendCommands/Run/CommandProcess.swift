#if SQLite || PostgreSQL
internal import StageFloor
internal import CLend

/// The command of `lend run`, in a process group of its own below a watching process.
struct CommandProcess: ~Copyable {
  private var child: lend_child

  /// Starts a command, which can read each payload from a descriptor and inherits `kept`; with a
  /// terminal in whose foreground this process is, the command is in its foreground then.
  init(
    _ words: [[UInt8]], environment: [[UInt8]],
    payloads: [(descriptor: Int32, bytes: [UInt8])], kept: Int32?, terminal: Int32, deadline: Int64
  ) throws {
    var files: [Int32] = []
    defer { for file in files { close(file) } }
    for payload in payloads {
      let file = payload.bytes.withUnsafeBytes { lend_nameless_file($0.baseAddress, $0.count) }
      guard file >= 0 else { throw systemError("The payload cannot be passed on") }
      files.append(file)
    }
    var words = words.map(copy) + [nil]
    var variables = environment.map(copy) + [nil]
    defer { for word in words + variables { free(word) } }
    let numbers = payloads.map(\.descriptor)
    let kept = kept.map { [$0] } ?? []
    var child = lend_child()
    let error = words.withUnsafeMutableBufferPointer { words in
      variables.withUnsafeMutableBufferPointer { variables in
        files.withUnsafeBufferPointer { files in
          numbers.withUnsafeBufferPointer { numbers in
            kept.withUnsafeBufferPointer { kept in
              var command = lend_command(
                words: words.baseAddress, environment: variables.baseAddress,
                from: files.baseAddress, to: numbers.baseAddress, descriptors: files.count,
                kept: kept.baseAddress, kept_count: kept.count, terminal: terminal,
                deadline: deadline)
              return lend_start(&command, &child)
            }
          }
        }
      }
    }
    if error == ETIMEDOUT {
      throw LendFailure(ExitCode.lost, "The lease has ended before the command was started.")
    }
    guard error == 0 else {
      let name = words[0].map { String(cString: $0).printable } ?? ""
      let code = error == ENOENT ? ExitCode.notFound : ExitCode.notExecutable
      throw LendFailure(
        code, "The command \"\(name)\" cannot be started: \(String(cString: strerror(error))).")
    }
    self.child = child
  }

  var group: Int32 { child.process }

  /// It can be read when the command has changed.
  var changes: Int32 { child.watch }

  /// Sends a signal to the group; `kill` also ends the descendants in other groups.
  func send(_ signal: RunSignal) {
    if signal == .kill {
      withUnsafePointer(to: child) { lend_kill($0) }
    } else {
      _ = kill(-child.process, signal.number)
    }
  }

  /// Has it killed at this time of ``currentMoment()``, even if this process is stopped then.
  func limit(to deadline: Int64) {
    withUnsafePointer(to: child) { lend_watch_until($0, deadline) }
  }

  enum Change: Hashable {
    case stopped
    case ended(RunMachine.Status)
  }

  func look() -> Change? {
    var value: Int32 = 0
    while true {
      switch withUnsafePointer(to: child, { lend_look($0, &value) }) {
      case lend_exited: return .ended(.exited(value))
      case lend_killed: return .ended(.killed(signal: value))
      case lend_stopped: return .stopped
      case lend_continued: continue
      default: return nil
      }
    }
  }

  /// Ends the watcher, and forgets the command, which must have ended; `kills` first ends all that
  /// it has started.
  consuming func end(kills: Bool) { lend_end(&child, kills ? 1 : 0) }
}

/// A copy that ends with a zero byte.
private func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
  (bytes + [0]).withUnsafeBytes { bytes in
    bytes.baseAddress.flatMap { strdup($0.assumingMemoryBound(to: CChar.self)) }
  }
}

/// A clock in nanoseconds that runs on while this process or the machine is suspended.
func currentMoment() -> Int64 { lend_now() }
#endif
