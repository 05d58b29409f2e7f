internal import StageFloor

extension PressureCore {
  enum Action {
    /// Wake observers, or passes of other monitors that wait for this one's answer.
    case resume([UnsafeContinuation<Void, Never>])
    case connect(SourceRelay, source: Int)
    case startRunner(Int, pass: UInt64)
    case cancel(Task<Void, Never>)
    case end(ObservationToken)
    case finish(AsyncStream<ReliefReport>.Continuation)
    case release(ResponderRecord)
  }

  struct Effects {
    private(set) var actions: [Action] = []
    /// Actions that may run user code, which come after all others.
    private(set) var last: [Action] = []

    mutating func append(_ action: Action) { actions.append(action) }

    mutating func appendLast(_ action: Action) { last.append(action) }

    mutating func resume(_ waiters: [UnsafeContinuation<Void, Never>]) {
      if !waiters.isEmpty { append(.resume(waiters)) }
    }
  }

  func perform(_ effects: Effects) {
    for action in effects.actions + effects.last {
      switch action {
      case .resume(let waiters): for waiter in waiters { waiter.resume() }
      case .connect(let relay, let source):
        relay.connect { [weak self] in self?.receive($0, from: source) }
      case .startRunner(let runner, let pass): startRunner(runner, of: pass)
      case .cancel(let task): task.cancel()
      case .end(let watch): watch.cancel()
      case .finish(let stream): stream.finish()
      case .release: break  // Together with the list.
      }
    }
  }
}
