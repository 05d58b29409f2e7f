internal import Foundation
internal import Stagecraft

/// A process that this one has started, and that ends with it.
///
/// Whatever blocks here blocks its thread: it belongs on a thread of its own. Nothing blocks for
/// ever: a process may be stopped, or wait in the kernel for what never comes.
final class ChildProcess: Sendable {
  /// How a process ended.
  enum Ending: Sendable, Hashable {
    case exited(Int32)
    case killed(signal: Int32)
    /// It had not, when nobody waited for it any longer.
    case unknown
  }

  /// For how long one that was ended is waited for: it cannot refuse, but the kernel may have to
  /// give up something for it first.
  static let grace = Duration.seconds(15)

  private enum Life: Sendable {
    case running
    case reaped(Ending)
  }

  let process: pid_t
  private let output: Int32
  /// While it is open the child has an input; nobody writes to it.
  private let input: Int32
  private let life = Locked(Life.running)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: the program.
  ///   - arguments: without its name.
  ///   - environment: all that it finds there.
  /// - Throws: why it could not be started.
  init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
    let inputs = try Self.makePipe()
    let outputs: (reading: Int32, writing: Int32)
    do {
      outputs = try Self.makePipe()
    } catch {
      close(inputs.reading)
      close(inputs.writing)
      throw error
    }
    let started = Result {
      try Self.start(
        path, arguments, environment, input: inputs.reading, output: outputs.writing)
    }
    close(inputs.reading)
    close(outputs.writing)
    input = inputs.writing
    output = outputs.reading
    do {
      process = try started.get()
    } catch {
      close(input)
      close(output)
      throw error
    }
  }

  deinit {
    end()
    _ = waitForEnd(until: .now + Self.grace)
    close(input)
    close(output)
  }

  /// Reads what the child says, until it says nothing any more.
  ///
  /// - Parameters:
  ///   - end: when to stop, whatever it says.
  ///   - body: takes each line.
  /// - Returns: whether all that it will ever say was read.
  @available(*, noasync)
  func readLines(until end: ContinuousClock.Instant, _ body: ([UInt8]) -> Void) -> Bool {
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while waitForOutput(until: end) {
      let count = read(output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return true }
      pending += buffer[..<count]
      while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        body(Array(pending[..<end]))
        pending.removeSubrange(...end)
      }
    }
    return false
  }

  /// Waits until there is something to be read, or the end of it.
  ///
  /// - Returns: whether there is.
  private func waitForOutput(until end: ContinuousClock.Instant) -> Bool {
    while true {
      let rest = ContinuousClock.now.duration(to: end)
      guard rest > .zero else { return false }
      var one = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      // Rounded up, and no longer than fits into the number.
      let patience = Int32(min(rest / .milliseconds(1) + 1, 1_000_000))
      let count = poll(&one, 1, patience)
      if count > 0 { return true }
      if count < 0, errno != EINTR { return false }
    }
  }

  /// Waits until it has ended.
  ///
  /// - Parameter end: until when it is waited for.
  /// - Returns: how it ended; ``Ending/unknown``: it has not.
  func waitForEnd(until end: ContinuousClock.Instant) -> Ending {
    while true {
      if let ending = reap() { return ending }
      guard .now < end else { return .unknown }
      // The kernel tells it by a signal, which belongs to the program.
      usleep(2_000)
    }
  }

  /// Takes note of its end, so that its number may become another's; nil: it has not ended.
  private func reap() -> Ending? {
    life.withLock { life in
      if case .reaped(let ending) = life { return ending }
      var status: Int32 = 0
      let found = waitpid(process, &status, WNOHANG)
      guard found == process else {
        // Somebody else has taken note of it.
        if found < 0, errno == ECHILD { life = .reaped(.unknown) }
        return nil
      }
      let signal = status & 0x7F
      let ending: Ending =
        signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
      life = .reaped(ending)
      return ending
    }
  }

  /// Whether it has not been waited for to its end.
  var isThere: Bool {
    life.withLock { if case .running = $0 { true } else { false } }
  }

  /// Ends it, as the kernel does with who has too much.
  func end() {
    life.withLock { life in
      if case .running = life { _ = kill(process, SIGKILL) }
    }
  }

  /// How much memory it has; nil where the system does not tell, or when it has ended.
  var resident: Int? {
    guard
      let text = try? SmallFile.read("/proc/\(process)/statm"),
      let pages = ProcessPages(parsing: text)
    else { return nil }
    return pages.resident * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
