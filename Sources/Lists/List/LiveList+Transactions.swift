extension LiveList {
  /// Makes several edits at once: all of them, or none.
  ///
  /// Nobody sees any of the edits before the closure has returned, and then everybody sees all of
  /// them, as one version:
  ///
  /// ```swift
  /// try orders.transaction { draft in
  ///   for order in returned { try draft.append(order) }
  ///   draft.removeAll { $0.isClosed }
  /// }
  /// ```
  ///
  /// - The closure works alone: other threads that want to edit the list wait until it returns, and
  ///   readers do not. Keep it short, and let it not wait for another thread that edits the list.
  /// - A transaction or an edit of the same list inside the closure, on the same thread, joins this
  ///   one. If an inner transaction throws, all that was edited since its beginning is undone, and
  ///   this one may go on.
  /// - Transactions of two lists inside each other are two: each is published when its closure
  ///   returns. Begin them in the same order everywhere, or two threads wait for each other.
  /// - A transaction without edits makes no new version.
  ///
  /// - Parameters:
  ///   - origin: where the edits come from. Inside another transaction, nil stands for its origin.
  ///   - body: edits the draft. It cannot keep the draft beyond its end.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws; then nothing has changed.
  /// - Complexity: O(1) in addition to the edits.
  @inlinable
  @discardableResult
  public func transaction<Result, Failure>(
    origin: ListOrigin? = nil,
    _ body: (inout ListDraft<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if writer.isMine { return try joinedTransaction(origin, body) }
    begin(origin)
    let result: Result
    do {
      result = try run(body)
    } catch {
      end(publishing: false)
      throw error
    }
    end(publishing: true)
    return result
  }

  /// As ``transaction(origin:_:)``, for edits that come from several origins.
  @inlinable
  @discardableResult
  package func transaction<Result, Failure>(
    origins: ListOrigins,
    _ body: (inout ListDraft<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try transaction(origin: origins.named.first) { draft throws(Failure) in
      let edits = desk.pointee.edits
      let result = try body(&draft)
      if edits != desk.pointee.edits { desk.pointee.origins.formUnion(origins) }
      return result
    }
  }

  @inlinable
  func joinedTransaction<Result, Failure>(
    _ origin: ListOrigin?,
    _ body: (inout ListDraft<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    open()
    var savepoint = Savepoint(self)
    let isNested = desk.pointee.turn & 1 == 1
    if !isNested { desk.pointee.turn &+= 1 }
    if let origin {
      desk.pointee.origin = origin
      desk.pointee.isNoted = false
    }
    let result: Result
    do {
      result = try run(body)
    } catch {
      savepoint.restore()
      savepoint.leave(isNested)
      throw error
    }
    savepoint.leave(isNested)
    return result
  }

  @inlinable
  @inline(__always)
  func run<Result, Failure>(
    _ body: (inout ListDraft<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var draft = ListDraft(self, turn: desk.pointee.turn)
    let result = try body(&draft)
    assert(
      draft.list === self && draft.turn == desk.pointee.turn,
      "The drafts of two transactions were swapped.")
    return result
  }

  @usableFromInline
  func begin(_ origin: ListOrigin?) {
    writer.lock()
    open()
    desk.pointee.turn &+= 1
    desk.pointee.origin = origin
  }

  @usableFromInline
  func end(publishing: Bool) {
    desk.pointee.turn &+= 1
    close(publishing: publishing)
  }
}
