#if SQLite || PostgreSQL
internal import StageFloor
internal import CLend
internal import Synchronization

final class SignalledWait: Sendable {
  let inbox: SignalInbox
  private let received = Atomic<Int32>(0)
  private let lastPassedOn = Guarded<ContinuousClock.Instant?>(nil)

  init(_ inbox: SignalInbox) { self.inbox = inbox }

  /// One that has ended the wait for resources.
  var signal: Int32? {
    let number = received.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// Notes those of the collected signals that are passed on to a command.
  func note(_ signals: [Int32], at now: ContinuousClock.Instant = .now) {
    guard signals.contains(where: { RunSignal(passedOn: $0) != nil }) else { return }
    lastPassedOn.withLock { $0 = now }
  }

  /// Whether a signal asks for a quick end.
  ///
  /// One that the command received a minute before its end did not end it, such as the interrupt of
  /// a query, or a request to read a configuration again.
  func isInHurry(at now: ContinuousClock.Instant = .now) -> Bool {
    signal != nil || lastPassedOn.withLock { $0.map { now - $0 < .seconds(60) } ?? false }
  }

  /// Runs a closure in a task, which a signal cancels.
  ///
  /// A second signal ends this process.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await body() }
    return try await listening(onSignal: { task.cancel() }, during: { await task.result }).get()
  }

  /// Runs a closure to its end, or for a second after a signal, which may have come before.
  ///
  /// What has not ended then fails when its store is closed, or ends with this process.
  func finish(_ body: @escaping @Sendable () async -> Void) async {
    let (end, ending) = AsyncStream.makeStream(of: Void.self)
    Task {
      await body()
      ending.finish()
    }
    let limit = { @Sendable () -> Void in
      Task {
        try await Task.sleep(for: .seconds(1))
        ending.finish()
      }
    }
    if isInHurry() {
      lend_signals_close()
      limit()
    } else {
      // Without a pipe, it is not limited.
      try? await listening(onSignal: limit) { for await _ in end {} }
    }
    for await _ in end {}
  }

  private func listening<Value: Sendable>(
    onSignal: @escaping @Sendable () -> Void, during body: () async -> Value
  ) async throws -> Value {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw systemError("A pipe cannot be made") }
    let (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let listener = Task {
      await withCheckedContinuation { continuation in
        onThread {
          if let number = self.listen(until: reading) {
            self.received.store(number, ordering: .releasing)
            lend_signals_close()
            onSignal()
          }
          continuation.resume()
        }
      }
    }
    let value = await body()
    // Ends the thread before others read signals.
    close(writing)
    await listener.value
    close(reading)
    return value
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
