import CTestSupport
import Foundation

/// A cgroup that a test has created.
package struct TestCgroup: Sendable {
  /// The folder of the cgroup.
  package let directory: String

  /// Describes a cgroup that exists.
  ///
  /// - Parameter directory: The folder of the cgroup.
  package init(_ directory: String) { self.directory = directory }

  /// Kills all processes in the cgroup.
  package func killProcesses() {
    for process in processes { kill(process, SIGKILL) }
  }

  /// Kills all processes in the cgroup, waits until they have exited, and removes the cgroup.
  ///
  /// The wait blocks the thread. A cgroup that does not exist counts as removed, and one that
  /// contains another cannot be removed.
  ///
  /// - Parameter patience: How long the processes may take to exit.
  /// - Returns: Whether the cgroup was removed.
  @discardableResult
  package func remove(patience: Duration = .seconds(15)) -> Bool {
    let end = ContinuousClock.now + patience
    while rmdir(directory) != 0 {
      if errno != EBUSY { return errno == ENOENT }
      if ContinuousClock.now > end { return false }
      // Most kernels remove a process from its cgroup before they report its exit, and some a
      // moment later, which version 1 does not report. Without an event, it tries again.
      if !killAndWaitForExits(until: end), !waitUntilUnpopulated(until: end) { usleep(1_000) }
    }
    return true
  }

  private var processes: [pid_t] {
    let path = "\(directory)/cgroup.procs"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { pid_t($0) }.filter { $0 > 1 && $0 != getpid() }
  }

  /// - Returns: Whether it has waited: false if there was no process, or the kernel does not report
  ///   exits.
  private func killAndWaitForExits(until end: ContinuousClock.Instant) -> Bool {
    var hasWaited = false
    let descriptors = processes.compactMap { process in
      let descriptor = test_open_process(process)
      // It may have exited meanwhile.
      if descriptor >= 0 || errno == ESRCH { hasWaited = true }
      kill(process, SIGKILL)
      return descriptor >= 0 ? descriptor : nil
    }
    for descriptor in descriptors {
      wait(for: POLLIN, of: descriptor, until: end)
      close(descriptor)
    }
    return hasWaited
  }

  /// Waits until the kernel reports that the cgroup contains no process.
  ///
  /// The wait blocks the thread.
  ///
  /// - Parameter end: When to give up.
  /// - Returns: Whether it has waited: false if no process was left, or the cgroup has version 1,
  ///   which does not report it.
  package func waitUntilUnpopulated(until end: ContinuousClock.Instant) -> Bool {
    let events = open("\(directory)/cgroup.events", O_RDONLY | O_CLOEXEC)
    guard events >= 0 else { return false }
    defer { close(events) }
    var hasWaited = false
    while ContinuousClock.now < end {
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = pread(events, &bytes, bytes.count, 0)
      let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
      guard text.contains("populated 1") else { break }
      wait(for: POLLPRI, of: events, until: end)
      hasWaited = true
    }
    return hasWaited
  }

  private func wait(
    for event: some BinaryInteger, of descriptor: Int32, until end: ContinuousClock.Instant
  ) {
    var one = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    let seconds = (end - .now).components.seconds
    // Interrupted by a signal, the caller checks again.
    _ = poll(&one, 1, Int32(max(seconds, 0) + 1) * 1_000)
  }
}
