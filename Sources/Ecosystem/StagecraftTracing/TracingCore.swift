#if Tracing
internal import StageFloor
internal import Tracing

/// What a reporter, its tracks and its spans share.
final class TracingCore: Sendable {
  private struct Entry: Sendable {
    let isAlive: @Sendable () -> Bool
    let token: ObservationToken
  }

  private struct State: Sendable {
    var names: SpanNames
    var entries: [Entry] = []
    var sweepAt = 64
    var openSpans = 0
    var listeners = WaiterTable<Void>()
    var isStopped = false

    /// Counts an open span, and returns its name.
    mutating func count(_ name: String, or kind: String) -> String {
      openSpans += 1
      return names.name(for: name, or: kind)
    }
  }

  private let tracer: any Tracer
  private let state: Guarded<State>

  init(_ tracer: any Tracer, maximumNames: Int) {
    self.tracer = tracer
    state = Guarded(State(names: SpanNames(maximum: maximumNames)))
  }

  // MARK: Spans

  /// Begins a span now; its parent is the current one, unless there is another.
  func begin(
    _ name: String, or kind: String, below parent: ServiceContext? = nil,
    _ attributes: [String: SpanAttribute]
  ) -> OpenSpan {
    open(state.withLock { $0.count(name, or: kind) }, below: parent, attributes)
  }

  /// As ``begin(_:or:below:_:)``, unless the reporter was stopped.
  func beginUnlessStopped(
    _ name: String, or kind: String, _ attributes: [String: SpanAttribute]
  ) -> OpenSpan? {
    state.withLock { $0.isStopped ? nil : $0.count(name, or: kind) }
      .map { open($0, below: nil, attributes) }
  }

  private func open(
    _ name: String, below parent: ServiceContext?, _ attributes: [String: SpanAttribute]
  ) -> OpenSpan {
    let span = tracer.begin(name, parent ?? ServiceContext.current ?? .topLevel)
    span.attributes = SpanAttributes(attributes)
    return OpenSpan(span, self)
  }

  func spanEnded() {
    let waiting = state.withLock { state in
      state.openSpans -= 1
      return state.openSpans == 0 ? state.listeners.settleAll(with: ()) : []
    }
    for continuation in waiting { continuation.resume(returning: ()) }
  }

  var isStopped: Bool { state.withLock { $0.isStopped } }

  var openSpans: Int { state.withLock { $0.openSpans } }

  func waitForSpans() async {
    let ticket = state.withLock { state in
      state.openSpans == 0 ? nil : state.listeners.ticket()
    }
    guard let ticket else { return }
    await parked { continuation in
      state.withLock { $0.listeners.wait(ticket, continuation) }
    } onCancel: {
      let continuation = state.withLock { $0.listeners.settle(ticket, with: ()) }
      continuation?.resume(returning: ())
    }
  }

  // MARK: Objects

  func keep(_ token: ObservationToken, while isAlive: @escaping @Sendable () -> Bool) {
    // Asking whether an object is alive may release it: without the lock.
    let known = state.withLock { state -> [Entry]? in
      guard state.entries.count >= state.sweepAt else { return nil }
      defer { state.entries = [] }
      return state.entries
    }
    let alive = known?.filter { $0.isAlive() } ?? []
    let isKept = state.withLock { state in
      guard !state.isStopped else { return false }
      state.entries += alive + [Entry(isAlive: isAlive, token: token)]
      if known != nil { state.sweepAt = max(64, state.entries.count * 2) }
      return true
    }
    if !isKept { for entry in alive { entry.token.cancel() } }
    if !isKept { token.cancel() }
  }

  func stop() {
    let entries = state.withLock { state in
      state.isStopped = true
      defer { state.entries = [] }
      return state.entries
    }
    for entry in entries { entry.token.cancel() }
  }
}

extension Tracer {
  fileprivate func begin(_ name: String, _ parent: ServiceContext) -> any Tracing.Span {
    startSpan(name, context: parent, ofKind: .internal)
  }
}
#endif
