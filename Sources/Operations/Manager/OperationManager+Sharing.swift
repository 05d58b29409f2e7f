internal import StageFloor

extension OperationManager {
  /// Makes an operation that starts only after it has been submitted.
  ///
  /// Other operations can come after it, and it can be given more to come after, meanwhile. If its
  /// last handle is let go of before it is submitted, it is cancelled.
  ///
  /// The parameters are those of ``submit(_:conditions:after:following:fileID:line:body:)``. Those who
  /// come after it do not keep it; whoever is to submit it must.
  ///
  /// - Returns: the handle, whose ``AnyOperationHandle/submit()`` submits it.
  public func prepare<each Dependency: OperationEdgeConvertible, Output: Sendable>(
    _ options: OperationOptions = OperationOptions(),
    conditions: [OperationCondition<Output>] = [],
    after dependencies: repeat each Dependency,
    following order: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable (repeat (each Dependency).Value) async throws -> Output
  ) -> OperationHandle<Output> {
    let handle = makeHandle(
      options, conditions, OperationSite(fileID: fileID, line: line),
      after: repeat each dependencies, body: body)
    handle.isPrepared = true
    Engine.shared.add(
      handle, edges: edges(repeat each dependencies, following: order), parent: nil,
      isSubmitted: false)
    return handle
  }

  /// Makes an operation that is a type of its own, to be submitted later.
  ///
  /// - Parameters:
  ///   - operation: what to do.
  ///   - fileID: the file of the call; leave it out.
  ///   - line: the line of the call; leave it out.
  /// - Returns: the handle, whose ``AnyOperationHandle/submit()`` submits it.
  public func prepare<Kind: AsyncOperation>(
    _ operation: Kind, fileID: StaticString = #fileID, line: UInt = #line
  ) -> OperationHandle<Kind.Output> {
    let handle = makeHandle(operation, OperationSite(fileID: fileID, line: line))
    handle.isPrepared = true
    Engine.shared.add(
      handle, edges: [], parent: nil, isSubmitted: false, traits: .schedulesItself)
    return handle
  }

  /// The operation with this key, which is made and submitted if there is none that has not ended.
  ///
  /// So those who need the same thing at the same time share one operation: a login happens once.
  /// When all who need it have gone, by being cancelled themselves or by waiting no more, it is
  /// cancelled, unless its options say that it ``OperationOptions/isDetached``.
  ///
  /// Each call returns a handle of its own, and that counts as a need as well, from the call until
  /// its first edge, its first wait, or its end: its owner may await something else before it
  /// submits what comes after the operation. An operation that no edge and no wait has ever needed
  /// goes on when its handles are dropped.
  ///
  /// - Parameters:
  ///   - key: what makes two operations the same. One key stands for one type of operation. Keys are
  ///     compared under a lock: their `==` and `hash(into:)` use no operations.
  ///   - order: what ends before it starts, however it ends; only if it is made by this call.
  ///   - fileID: the file of the call; leave it out.
  ///   - line: the line of the call; leave it out.
  ///   - make: makes the operation; called without a lock, and perhaps in vain, if another thread
  ///     is faster.
  /// - Returns: the handle on the one operation.
  @discardableResult
  public func shared<Key: Hashable & Sendable, Kind: AsyncOperation>(
    _ key: Key, following order: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line, make: () -> Kind
  ) -> OperationHandle<Kind.Output> {
    shared(key, following: order, OperationSite(fileID: fileID, line: line), make: make)
  }

  func shared<Key: Hashable & Sendable, Kind: AsyncOperation>(
    _ key: Key, following order: [AnyOperationHandle], _ site: OperationSite, make: () -> Kind
  ) -> OperationHandle<Kind.Output> {
    let engine = Engine.shared
    let known = engine.lock.withLock { wanted(key).map { reserved($0) } }
    if let known { return handedOut(known, key) }
    let handle = makeHandle(make(), site)
    let edges = order.map { Edge(kind: .follows, dependency: $0) }
    handle.details.rarities.key = key
    var traits: OperationRecord.Traits = .schedulesItself
    if !handle.options.isDetached { traits.insert(.isShared) }
    let now = engine.momentOfAdding(handle)
    let first = engine.perform { deeds -> Reserved in
      if let other = wanted(key) { return reserved(other) }
      shared[key] = handle
      engine.add(
        handle, edges: edges, parent: nil, isSubmitted: true, traits: traits, at: now, &deeds)
      return reserved(handle)
    }
    return handedOut(first, key)
  }

  /// A shared operation, and whether it is reserved for a handle that is yet to be made.
  private typealias Reserved = (handle: AnyOperationHandle, isReserved: Bool)

  /// Under the lock.
  private func reserved(_ handle: AnyOperationHandle) -> Reserved {
    (handle, Engine.shared.machine.reserve(handle.id))
  }

  /// The shared operation with a key, unless it is being cancelled because nobody needs it; under
  /// the lock.
  private func wanted(_ key: AnyHashable) -> AnyOperationHandle? {
    shared[key].flatMap { Engine.shared.isUnwanted($0) ? nil : $0 }
  }

  private func handedOut<Output: Sendable>(
    _ known: Reserved, _ key: some Hashable
  ) -> OperationHandle<Output> {
    guard let handle = known.handle as? OperationHandle<Output> else {
      misuse(
        "“\(key)” is the key of “\(known.handle.name)”, whose value is no \(Output.self). Give each "
          + "type of operation its own key.")
    }
    return known.isReserved ? OperationHandle(reserving: handle) : handle
  }
}
