extension OperationManager {
  /// Submits an operation.
  ///
  /// ```swift
  /// let feed = manager.submit("feed", after: login, config.result) { reader, config in
  ///   try await load(for: reader, config)
  /// }
  /// ```
  ///
  /// The closure has one parameter for each of `dependencies`, an array for an array of them, or no
  /// parameter at all. If the numbers differ, the compiler reports that a pack expansion requires
  /// the lists of types to "have the same shape".
  ///
  /// The closure runs on its actor if it is isolated to one; on the main actor, its time counts
  /// towards the manager's main-actor budget. It runs in a task of the manager: task-local values
  /// of the caller are visible in it only with ``OperationOptions/inheritsTaskLocals``, and
  /// cancelling the caller does not cancel it.
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
  /// - Returns: The handle of the operation.
  @discardableResult
  public func submit<each Dependency: OperationDependency, Output: Sendable>(
    _ options: OperationOptions = OperationOptions(),
    conditions: [OperationCondition<Output>] = [],
    after dependencies: repeat each Dependency,
    following predecessors: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable (repeat (each Dependency).Value) async throws -> Output
  ) -> OperationHandle<Output> {
    add(
      options, conditions, OperationSite(fileID: fileID, line: line),
      after: repeat (each dependencies).operationEdge, following: predecessors, body: body)
  }
}

extension OperationManager {
  /// Submits an operation without dependencies.
  ///
  /// It is the same as ``submit(_:conditions:after:following:fileID:line:body:)`` without
  /// dependencies, and faster to compile and to call.
  ///
  /// - Parameters:
  ///   - options: The options; a string literal sets the name.
  ///   - conditions: The conditions that must hold before the operation runs.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: Does the work.
  /// - Returns: The handle of the operation.
  @discardableResult
  @inlinable
  public func submit<Output: Sendable>(
    _ options: OperationOptions = OperationOptions(),
    conditions: [OperationCondition<Output>] = [],
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable () async throws -> Output
  ) -> OperationHandle<Output> {
    let handle = OperationHandle<Output>(
      manager: self,
      options: body.isolation === MainActor.shared ? options.onMainLane : options,
      site: OperationSite(fileID: fileID, line: line)
    ) { handle, _ in
      do {
        unsafeDowncast(handle, to: OperationHandle<Output>.self).store(try await body())
        return nil
      } catch {
        return error
      }
    }
    handle.addConditions(conditions)
    handle.enter()
    return handle
  }

  /// Submits an operation that follows another one.
  ///
  /// It is the same as ``submit(_:conditions:after:following:fileID:line:body:)`` with one
  /// predecessor, and faster to compile and to call.
  ///
  /// - Parameters:
  ///   - options: The options; a string literal sets the name.
  ///   - predecessor: The operation that must end first, however it ends.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: Does the work.
  /// - Returns: The handle of the operation.
  @discardableResult
  @inlinable
  public func submit<Output: Sendable>(
    _ options: OperationOptions = OperationOptions(), following predecessor: AnyOperationHandle,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable () async throws -> Output
  ) -> OperationHandle<Output> {
    let handle = OperationHandle<Output>(
      manager: self,
      options: body.isolation === MainActor.shared ? options.onMainLane : options,
      site: OperationSite(fileID: fileID, line: line)
    ) { handle, _ in
      do {
        unsafeDowncast(handle, to: OperationHandle<Output>.self).store(try await body())
        return nil
      } catch {
        return error
      }
    }
    handle.enter(following: predecessor)
    return handle
  }

  /// Submits an operation that requires the value of another one.
  ///
  /// It is the same as ``submit(_:conditions:after:following:fileID:line:body:)`` with one
  /// dependency, and faster to compile and to call.
  ///
  /// - Parameters:
  ///   - options: The options; a string literal sets the name.
  ///   - dependency: The operation that must succeed first and supplies the value.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: Does the work, with the value of the dependency.
  /// - Returns: The handle of the operation.
  @discardableResult
  @inlinable
  public func submit<Input: Sendable, Output: Sendable>(
    _ options: OperationOptions = OperationOptions(), after dependency: OperationHandle<Input>,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable (Input) async throws -> Output
  ) -> OperationHandle<Output> {
    let handle = OperationHandle<Output>(
      manager: self,
      options: body.isolation === MainActor.shared ? options.onMainLane : options,
      site: OperationSite(fileID: fileID, line: line)
    ) { handle, context in
      do {
        let input: Input = context.valueOfOnlyDependency()
        unsafeDowncast(handle, to: OperationHandle<Output>.self).store(try await body(input))
        return nil
      } catch {
        return error
      }
    }
    handle.enter(requiring: dependency)
    return handle
  }
}

extension OperationOptions {
  /// For a closure that is isolated to the main actor.
  @usableFromInline
  var onMainLane: OperationOptions {
    var options = self
    options.lane = .main
    return options
  }
}

extension AnyOperationHandle {
  @usableFromInline
  final func enter() {
    Engine.shared.add(self, isSubmitted: true)
  }

  @usableFromInline
  final func enter(following predecessors: [AnyOperationHandle], parent: AnyOperationHandle?) {
    Engine.shared.add(
      self, edges: predecessors.map { Edge(kind: .follows, dependency: $0) }, parent: parent,
      isSubmitted: true)
  }

  @usableFromInline
  final func enter(following predecessor: AnyOperationHandle) {
    Engine.shared.add(
      self, only: Edge(kind: .follows, dependency: predecessor), isSubmitted: true)
  }

  @usableFromInline
  final func enter(requiring dependency: AnyOperationHandle) {
    Engine.shared.add(
      self, only: Edge(kind: .requires, dependency: dependency), isSubmitted: true)
  }
}

extension OperationOptions: ExpressibleByStringInterpolation {
  /// Creates the default options with a name.
  ///
  /// - Parameter name: The name.
  public init(stringLiteral name: String) {
    self.init(name)
  }
}

extension OperationManager {
  /// Submits an operation that is defined as a type.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - predecessors: Operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: The handle of the operation.
  @discardableResult
  @inlinable
  public func submit<Kind: AsyncOperation>(
    _ operation: Kind, following predecessors: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> OperationHandle<Kind.Output> {
    submit(operation, following: predecessors, OperationSite(fileID: fileID, line: line))
  }

  @inlinable
  func submit<Kind: AsyncOperation>(
    _ operation: Kind, following predecessors: [AnyOperationHandle], _ site: OperationSite,
    parent: AnyOperationHandle? = nil
  ) -> OperationHandle<Kind.Output> {
    let handle = makeHandle(operation, site)
    if predecessors.isEmpty, parent == nil {
      handle.enter()
    } else {
      handle.enter(following: predecessors, parent: parent)
    }
    return handle
  }

  @inlinable
  func makeHandle<Kind: AsyncOperation>(
    _ operation: Kind, _ site: OperationSite
  ) -> OperationHandle<Kind.Output> {
    let handle = OperationHandle<Kind.Output>(
      manager: self, options: operation.options, site: site
    ) { handle, context in
      do {
        unsafeDowncast(handle, to: OperationHandle<Kind.Output>.self)
          .store(try await operation.run(context))
        return nil
      } catch {
        return error
      }
    }
    let conditions = operation.conditions
    if OperationType.hasDefaultSchedule(Kind.self) {
      handle.addConditions(conditions)
    } else {
      handle.addParts(conditions) { handle, number in
        let handle = unsafeDowncast(handle, to: OperationHandle<Kind.Output>.self)
        operation.schedule(
          ReadyOperation(operation: operation, handle: handle, number: number), in: handle.manager)
      }
    }
    return handle
  }
}

extension OperationManager {
  /// Submits an operation whose body blocks its thread.
  ///
  /// The body runs on a dedicated thread, never on one that tasks share, so it can wait for a disk
  /// or a library without asynchronous calls without delaying other work. It takes a slot in the
  /// manager like any other operation.
  ///
  /// Through ``OperationContext/current`` the body reports progress and checks for cancellation,
  /// which does not interrupt it. A cancelled operation ends when its body has returned; if no
  /// thread was available before the cancellation, the body never runs.
  ///
  /// To wait for another operation, the body calls ``OperationHandle/valueBlocking(timeout:)``. As
  /// in an asynchronous body, the wait frees the slot of the operation, ends when the operation is
  /// cancelled, and throws if it could never end. During the wait, the thread does not count
  /// towards the limit of 64 blocking bodies at the same time.
  ///
  /// - Parameters:
  ///   - options: The options; a string literal sets the name.
  ///   - conditions: The conditions that must hold before the operation runs.
  ///   - dependencies: The operations that must end first and supply values: handles, or edges made
  ///     from handles.
  ///   - predecessors: Further operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: Does the work with the values of the dependencies, and may block its thread.
  /// - Returns: The handle of the operation.
  @discardableResult
  public func submitOnThread<each Dependency: OperationDependency, Output: Sendable>(
    _ options: OperationOptions = OperationOptions(),
    conditions: [OperationCondition<Output>] = [],
    after dependencies: repeat each Dependency,
    following predecessors: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (repeat (each Dependency).Value) throws -> Output
  ) -> OperationHandle<Output> {
    add(
      options, conditions, OperationSite(fileID: fileID, line: line),
      after: repeat (each dependencies).operationEdge, following: predecessors
    ) { @Sendable (inputs: repeat (each Dependency).Value) async throws -> Output in
      guard let context = OperationContext.current else {
        preconditionFailure("A body runs in the context of its operation.")
      }
      return try await context.onThread { try body(repeat each inputs) }
    }
  }
}

extension OperationManager {
  /// Creates an operation, and submits or prepares it.
  func add<each Input: Sendable, Output: Sendable>(
    _ options: OperationOptions, _ conditions: [OperationCondition<Output>],
    _ site: OperationSite, after dependencies: repeat OperationEdge<each Input>,
    following predecessors: [AnyOperationHandle], isSubmitted: Bool = true,
    body: @escaping @isolated(any) @Sendable (repeat each Input) async throws -> Output
  ) -> OperationHandle<Output> {
    let handle = makeHandle(options, conditions, site, after: repeat each dependencies, body: body)
    handle.isPrepared = !isSubmitted
    Engine.shared.add(
      handle, all: edges(repeat each dependencies, following: predecessors),
      isSubmitted: isSubmitted)
    return handle
  }

  func makeHandle<each Input: Sendable, Output: Sendable>(
    _ options: OperationOptions, _ conditions: [OperationCondition<Output>],
    _ site: OperationSite, after dependencies: repeat OperationEdge<each Input>,
    body: @escaping @isolated(any) @Sendable (repeat each Input) async throws -> Output
  ) -> OperationHandle<Output> {
    var options = options
    if body.isolation === MainActor.shared { options.lane = .main }
    // The body captures only how to read the values, not the edges: a handle holds its dependencies
    // in one place, where they can be released iteratively.
    let readers = (repeat (each dependencies).reader)
    return OperationHandle(manager: self, options: options, site: site, conditions: conditions) {
      context in
      var inputs = context.dependencies[...]
      return try await body(repeat (each readers).readNext(&inputs))
    }
  }
}
