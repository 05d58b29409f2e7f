internal import StageFloor

extension OperationManager {
  /// Creates an operation that starts only after it has been submitted.
  ///
  /// Until then, other operations can depend on it, and dependencies can be added to it. If its
  /// last handle is released before it is submitted, it is cancelled.
  ///
  /// Dependents do not keep the operation alive; the code that will submit it must hold a handle.
  ///
  /// - Parameters:
  ///   - options: The options; a string literal sets the name.
  ///   - conditions: The conditions that must hold before the operation runs.
  ///   - dependencies: The operations that must end first and supply values: handles, or edges made
  ///     from handles.
  ///   - predecessors: Further operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: Does the work, with the values of the dependencies.
  /// - Returns: A handle, whose ``AnyOperationHandle/submit()`` submits the operation.
  public func prepare<each Dependency: OperationDependency, Output: Sendable>(
    _ options: OperationOptions = OperationOptions(),
    conditions: [OperationCondition<Output>] = [],
    after dependencies: repeat each Dependency,
    following predecessors: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable (repeat (each Dependency).Value) async throws -> Output
  ) -> OperationHandle<Output> {
    add(
      options, conditions, OperationSite(fileID: fileID, line: line),
      after: repeat (each dependencies).operationEdge, following: predecessors, isSubmitted: false,
      body: body)
  }

  /// Creates an operation that is defined as a type, to be submitted later.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: A handle, whose ``AnyOperationHandle/submit()`` submits the operation.
  public func prepare<Kind: AsyncOperation>(
    _ operation: Kind, fileID: StaticString = #fileID, line: UInt = #line
  ) -> OperationHandle<Kind.Output> {
    let handle = makeHandle(operation, OperationSite(fileID: fileID, line: line))
    handle.isPrepared = true
    Engine.shared.add(
      handle, isSubmitted: false)
    return handle
  }

  /// Returns the operation with a key, after creating and submitting it if none exists or the last
  /// one has ended.
  ///
  /// Code that needs the same thing at the same time shares one operation: a login happens once.
  /// When all operations and tasks that need it have been cancelled or have stopped waiting, it is
  /// cancelled too, unless its options set ``OperationOptions/isDetached``.
  ///
  /// Each call returns a separate handle, which also counts as a need, from the call until its
  /// first edge, its first wait, or its release. So its owner may await something else before
  /// submitting a dependent. An operation that no edge and no wait has ever needed continues when
  /// its handles are released.
  ///
  /// The body may start before this method returns, and so before its caller has submitted a
  /// dependent: the first ``AnyOperationHandle/dependents`` that the body reads can be empty. Read
  /// them when they are shown, not at the beginning.
  ///
  /// - Parameters:
  ///   - key: The identity of the operation. One key stands for one type of operation. Keys are
  ///     compared under a lock: their `==` and `hash(into:)` must not use operations.
  ///   - predecessors: Operations that must end first, however they end; ignored if the operation
  ///     exists.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - make: Creates the operation; called without a lock. The result is discarded if another
  ///     thread was faster.
  /// - Returns: A handle of the shared operation.
  @discardableResult
  public func shared<Key: Hashable & Sendable, Kind: AsyncOperation>(
    _ key: Key, following predecessors: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line, make: () -> Kind
  ) -> OperationHandle<Kind.Output> {
    let site = OperationSite(fileID: fileID, line: line)
    return join(key, following: predecessors) { makeHandle(make(), site) }
  }

  /// Returns the operation with a key, after creating and submitting it from a closure if none
  /// exists or the last one has ended.
  ///
  /// ```swift
  /// let login = manager.shared("login") { try await session.logIn() }
  /// manager.submit("favourite", after: login) { reader in try await shelf.add(book, for: reader) }
  /// ```
  ///
  /// All that ``shared(_:following:fileID:line:make:)`` guarantees holds here too. The closure of
  /// the call that creates the operation runs; those of the others are released.
  ///
  /// - Parameters:
  ///   - key: The identity of the operation. One key stands for one type of value. Keys are compared
  ///     under a lock: their `==` and `hash(into:)` must not use operations.
  ///   - options: The options; without a name, the operation is named after the key. They are
  ///     ignored if the operation exists.
  ///   - predecessors: Operations that must end first, however they end; ignored if the operation
  ///     exists.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: Does the work.
  /// - Returns: A handle of the shared operation.
  @_disfavoredOverload  // A closure that returns an `AsyncOperation` creates it.
  @discardableResult
  public func shared<Key: Hashable & Sendable, Output: Sendable>(
    _ key: Key, _ options: OperationOptions = OperationOptions(),
    following predecessors: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable () async throws -> Output
  ) -> OperationHandle<Output> {
    requireValue(
      Output.self, of: key,
      "pass no options, and create the operation without `await` or `try`")
    let site = OperationSite(fileID: fileID, line: line)
    return join(key, following: predecessors) {
      makeHandle(options.named(after: key), [], site, body: body)
    }
  }

  /// Returns a handle of the operation with the key, which it creates and submits if there is none.
  func join<Key: Hashable & Sendable, Output: Sendable>(
    _ key: Key, following predecessors: [AnyOperationHandle],
    orSubmit make: () -> OperationHandle<Output>
  ) -> OperationHandle<Output> {
    let engine = Engine.shared
    let known = engine.lock.withLock { wanted(key).map { reserved($0) } }
    if let known { return typedHandle(known, key) }
    let handle = make()
    let edges = predecessors.map { Edge(kind: .follows, dependency: $0) }
    handle.details.extras.key = key
    var traits: OperationRecord.Traits = []
    if !handle.options.isDetached { traits.insert(.isShared) }
    let now = engine.momentOfAdding(handle)
    engine.surround(handle, only: nil, edges: edges)
    let first = engine.modify { effects -> Reserved in
      if let other = wanted(key) { return reserved(other) }
      shared[key] = handle
      engine.add(
        handle, edges: edges, parent: nil, isSubmitted: true, traits: traits, at: now, &effects)
      return reserved(handle)
    }
    if first.handle !== handle { handle.details.extras.surroundings?.discard() }
    return typedHandle(first, key)
  }

  /// A shared operation, and whether it is reserved for a handle that is yet to be created.
  private typealias Reserved = (handle: AnyOperationHandle, isReserved: Bool)

  /// Under the lock.
  private func reserved(_ handle: AnyOperationHandle) -> Reserved {
    (handle, Engine.shared.machine.reserve(handle.id))
  }

  /// Unless it is being cancelled because it is no longer needed; under the lock.
  private func wanted(_ key: AnyHashable) -> AnyOperationHandle? {
    shared[key].flatMap { Engine.shared.isUnwanted($0) ? nil : $0 }
  }

  private func typedHandle<Output: Sendable>(
    _ known: Reserved, _ key: some Hashable
  ) -> OperationHandle<Output> {
    guard let handle = known.handle as? OperationHandle<Output> else {
      misuse(
        "“\(key)” is the key of “\(known.handle.name)”, whose value is not of type "
          + "\(Output.self). Give each type of operation its own key.")
    }
    return known.isReserved ? OperationHandle(reserving: handle) : handle
  }
}

/// Handles of shared operations: each counts as a need for its operation until it is used.
extension Engine {
  /// The handle's edge or wait counts instead; under the lock.
  @inline(__always)
  func endReservation(of handle: AnyOperationHandle) {
    guard handle.details.isReservation else { return }
    handle.details.isReservation = false
    machine.endReservation(handle.id)
  }

  /// The handle was released unused.
  func dropReservation(_ id: NodeID) {
    modify { _ in
      machine.endReservation(id)
      machine.endLinking()
    }
  }
}

extension OperationManager {
  /// Submits an operation and cancels the last one with the same key, unless it has ended.
  ///
  /// ```swift
  /// let results = manager.latest("search") { try await find(text) }
  /// ```
  ///
  /// Use it where only the last request counts, such as a search while the reader types. The
  /// earlier operation is cancelled as by ``AnyOperationHandle/cancel(includingDependents:)``: if
  /// its body runs, it ends when the body has returned, and the new one does not wait for that.
  ///
  /// The keys are those of ``shared(_:_:following:fileID:line:body:)``, which returns the latest
  /// operation while it has not ended. So an earlier operation that other code shares is cancelled
  /// for all its dependents. After ``shutdown(deadline:)`` was called, the new operation is
  /// refused, and the earlier one is not cancelled.
  ///
  /// - Parameters:
  ///   - key: What the operations have in common. A key that is also passed to `shared` stands for
  ///     one type of value. Keys are compared under a lock: their `==` and `hash(into:)` must not
  ///     use operations.
  ///   - options: The options; without a name, the operation is named after the key.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: Does the work.
  /// - Returns: The handle of the new operation.
  @discardableResult
  public func latest<Key: Hashable & Sendable, Output: Sendable>(
    _ key: Key, _ options: OperationOptions = OperationOptions(),
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable () async throws -> Output
  ) -> OperationHandle<Output> {
    requireValue(Output.self, of: key, "pass the operation instead of a closure")
    let site = OperationSite(fileID: fileID, line: line)
    return latest(key, makeHandle(options.named(after: key), [], site, body: body))
  }

  /// Submits an operation that is defined as a type and cancels the last one with the same key,
  /// unless it has ended.
  ///
  /// See ``latest(_:_:fileID:line:body:)``.
  ///
  /// - Parameters:
  ///   - key: What the operations have in common.
  ///   - operation: The operation.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: The handle of the new operation.
  @discardableResult
  public func latest<Key: Hashable & Sendable, Kind: AsyncOperation>(
    _ key: Key, _ operation: Kind, fileID: StaticString = #fileID, line: UInt = #line
  ) -> OperationHandle<Kind.Output> {
    latest(key, makeHandle(operation, OperationSite(fileID: fileID, line: line)))
  }

  private func latest<Output: Sendable>(
    _ key: AnyHashable, _ handle: OperationHandle<Output>
  ) -> OperationHandle<Output> {
    let engine = Engine.shared
    handle.details.extras.key = key
    let now = engine.momentOfAdding(handle)
    engine.surround(handle, only: nil, edges: [])
    engine.modify { effects in
      // After a shutdown, the new one is refused, and the earlier one may still end.
      let earlier = rejectsOperations ? nil : shared.updateValue(handle, forKey: key)
      // Before the cancellation, so that it does not get the record of the earlier one, whose end
      // has not been collected.
      engine.add(
        handle, edges: [], parent: nil, isSubmitted: true, traits: [], at: now, &effects)
      guard let earlier else { return }
      effects.append(.releaseHandles([earlier]))
      if let slot = engine.machine.slot(of: earlier.id) {
        _ = engine.machine.cancel(slot, .requested, .this)
      }
    }
    return handle
  }
}

/// An operation that is the value of another one would never run.
private func requireValue<Output>(
  _ type: Output.Type, of key: some Hashable, _ remedy: StaticString
) {
  require(
    !(type is any AsyncOperation.Type),
    "The closure of the key “\(key)” returns an operation of type \(type), which would not run: "
      + "\(remedy).")
}

extension OperationOptions {
  fileprivate func named(after key: some Hashable) -> OperationOptions {
    var options = self
    options.name = name ?? String(describing: key)
    return options
  }
}
