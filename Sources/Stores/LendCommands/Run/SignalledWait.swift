#if SQLite || PostgreSQL
internal import StageFloor
internal import CLend
internal import Synchronization

final class SignalledWait: Sendable {
  private let inbox: SignalInbox
  private let received = Atomic<Int32>(0)

  init(_ inbox: SignalInbox) { self.inbox = inbox }

  var signal: Int32? {
    let number = received.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// Runs a closure in a task, which a signal cancels.
  ///
  /// A second signal ends this process.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw systemError("A pipe cannot be made") }
    let (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let task = Task { try await body() }
    let listener = Task {
      await withCheckedContinuation { continuation in
        onThread {
          if let number = self.listen(until: reading) {
            self.received.store(number, ordering: .releasing)
            lend_signals_close()
            task.cancel()
          }
          continuation.resume()
        }
      }
    }
    let result = await task.result
    // Ends the thread before others read signals.
    close(writing)
    await listener.value
    close(reading)
    return try result.get()
  }

  private func listen(until end: Int32) -> Int32? {
    while true {
      var polls = [
        pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: end, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&polls, 2, -1)
      let signals = inbox.take()
      if let signal = signals.first(where: { RunSignal(passedOn: $0) != nil }) { return signal }
      if polls[1].revents != 0 { return nil }
    }
  }
}

/// Whether a command would inherit a descriptor of this process.
func isInherited(_ descriptor: Int32) -> Bool { lend_is_inherited(descriptor) != 0 }
#endif
