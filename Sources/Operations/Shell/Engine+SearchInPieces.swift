extension Engine {
  /// Calls `change` under the lock, and again after each piece of a search for a path from
  /// `dependency` to `dependent`, until it returns a value.
  ///
  /// `change` receives the number of steps that it may search, and returns nil if that is too few.
  @inline(__always)
  func modifyInPieces<Result>(
    from dependency: AnyOperationHandle, to dependent: AnyOperationHandle?,
    _ change: (inout Effects, Int) -> Result?
  ) -> Result {
    while true {
      let first = modify { effects in
        change(&effects, dependent == nil ? .max : OperationMachine.searchPiece)
      }
      if let first { return first }
      guard let dependent else { continue }
      if let result = search(from: dependency, to: dependent, change) { return result }
    }
  }

  @inline(never)
  private func search<Result>(
    from dependency: AnyOperationHandle, to dependent: AnyOperationHandle,
    _ change: (inout Effects, Int) -> Result?
  ) -> Result? {
    let (slots, categories) = lock.withLock { (machine.records.bound, machine.categories.bound) }
    let search = CycleSearch(
      from: dependency.id, to: dependent.id, slots: slots, categories: categories)
    lock.withLock { machine.cycleSearches.append(search) }
    defer { lock.withLock { machine.cycleSearches.removeAll { $0 === search } } }
    while true {
      yieldLock()
      let (result, isOutgrown) = modify { effects in
        sliceCount += 1
        // It would never end where links or holders change all the time.
        let limit = search.runs > 3 ? .max : OperationMachine.searchPiece
        return (change(&effects, limit), search.isOutgrown)
      }
      if let result { return result }
      if isOutgrown { return nil }
    }
  }

  /// Nil if another piece of the search is needed; under the lock.
  func refusal(
    _ refusal: OperationMachine.EdgeRefusal, _ handle: AnyOperationHandle,
    _ kind: OperationError.Kind
  ) -> OperationError? {
    switch refusal {
    case .alreadyStarted: OperationError(.alreadyStarted, operation: handle.name)
    case .cycle(let path): OperationError(kind, operation: handle.name, path: names(of: path))
    case .unfinished: nil
    }
  }

  /// The first and the last of a long path: the names of all would be made under the lock.
  func names(of path: [NodeID]) -> [String] {
    let half = OperationError.longestPath / 2
    guard path.count > 2 * half else { return path.map(name(of:)) }
    return path.prefix(half).map(name(of:)) + ["…"] + path.suffix(half).map(name(of:))
  }
}
