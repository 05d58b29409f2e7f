extension LiveList {
  /// Makes several edits as one: all of them, or none.
  ///
  /// Readers see none of the edits before the closure returns, and all of them, as one version,
  /// after that:
  ///
  /// ```swift
  /// try orders.transaction { draft in
  ///   for order in returned { try draft.append(order) }
  ///   draft.removeAll { $0.isClosed }
  /// }
  /// ```
  ///
  /// - Other threads that edit the list wait until the closure returns; readers do not. Keep the
  ///   closure short, and do not wait in it for another thread that edits the list.
  /// - A transaction or an edit of the same list inside the closure, on the same thread, joins this
  ///   one. If an inner transaction throws, all edits since its beginning are undone, and the outer
  ///   one can continue.
  /// - Nested transactions of two lists are independent: each is published when its closure
  ///   returns. Begin them in the same order everywhere, or two threads can deadlock.
  /// - A transaction without edits creates no version.
  ///
  /// - Parameters:
  ///   - origin: The origin of the edits. Inside another transaction, nil stands for the origin of
  ///     the outer one.
  ///   - body: Edits the draft, which cannot outlive the closure.
  /// - Returns: The result of `body`.
  /// - Throws: The error thrown by `body`; the list is then unchanged.
  /// - Complexity: O(1) in addition to the edits.
  @inlinable
  @discardableResult
  public func transaction<Result, Failure>(
    origin: ListOrigin? = nil,
    _ body: (inout Draft) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if writerLock.isHeldByCurrentThread { return try nestedTransaction(origin, body) }
    beginTransaction(origin)
    let result: Result
    do {
      result = try run(body)
    } catch {
      endTransaction(publishing: false)
      throw error
    }
    endTransaction(publishing: true)
    return result
  }

  /// Like ``transaction(origin:_:)``, for edits that come from several origins.
  @inlinable
  @discardableResult
  package func transaction<Result, Failure>(
    origins: ListOrigins,
    _ body: (inout Draft) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try transaction(origin: origins.named.first) { draft throws(Failure) in
      let edits = writerState.pointee.editCount
      let result = try body(&draft)
      if edits != writerState.pointee.editCount { writerState.pointee.origins.formUnion(origins) }
      return result
    }
  }

  @inlinable
  func nestedTransaction<Result, Failure>(
    _ origin: ListOrigin?,
    _ body: (inout Draft) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    beginCopy()
    var savepoint = Savepoint(self)
    let isNested = writerState.pointee.generation & 1 == 1
    if !isNested { writerState.pointee.generation &+= 1 }
    if let origin {
      writerState.pointee.origin = origin
      writerState.pointee.hasDefaultOrigin = false
    }
    let result: Result
    do {
      result = try run(body)
    } catch {
      savepoint.restore()
      savepoint.endTransaction(isNested: isNested)
      throw error
    }
    savepoint.endTransaction(isNested: isNested)
    return result
  }

  @inlinable
  @inline(__always)
  func run<Result, Failure>(
    _ body: (inout Draft) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var draft = Draft(self, generation: writerState.pointee.generation)
    let result = try body(&draft)
    assert(
      draft.list === self && draft.generation == writerState.pointee.generation,
      "The drafts of two transactions were swapped.")
    return result
  }

  @usableFromInline
  func beginTransaction(_ origin: ListOrigin?) {
    writerLock.lock()
    beginCopy()
    writerState.pointee.generation &+= 1
    writerState.pointee.origin = origin
  }

  @usableFromInline
  func endTransaction(publishing: Bool) {
    writerState.pointee.generation &+= 1
    finishCopy(publishing: publishing)
  }
}
