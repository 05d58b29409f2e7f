extension OperationMachine {
  enum CycleAnswer: Equatable {
    case none
    case path([NodeID])
    case unfinished
  }

  /// How many steps of a search are made at a time: about 0.1 ms.
  static var searchPiece: Int { 2_000 }

  /// Whether a search follows nothing but links, so that it can be made in pieces.
  var followsOnlyLinks: Bool { exclusivesHeld == 0 && serialStepWaits == 0 }

  /// Throws the path on which `dependency` waits for `dependent`; see ``path(from:to:countsHeld:)``.
  ///
  /// It throws ``EdgeRefusal/unfinished`` if that takes more than `limit` steps. The caller then adds
  /// a ``CycleSearch`` for the two to ``cycleSearches`` and calls again until there is an answer.
  mutating func refuseCycle(
    from dependency: Slot, to dependent: Slot, countsHeld: Bool = true, limit: Int = .max
  ) throws(EdgeRefusal) {
    let limit = followsOnlyLinks ? limit : .max
    let answer: CycleAnswer
    if limit < .max, let search = cycleSearch(from: dependency, to: dependent) {
      answer = advance(search, steps: limit)
    } else {
      answer = find(from: dependency, to: dependent, countsHeld: countsHeld, limit: limit)
    }
    switch answer {
    case .none: break
    case .path(let path): throw .cycle(path)
    case .unfinished: throw .unfinished
    }
  }

  private func cycleSearch(from dependency: Slot, to dependent: Slot) -> CycleSearch? {
    guard !cycleSearches.isEmpty else { return nil }
    let (dependency, dependent) = (id(of: dependency), id(of: dependent))
    return cycleSearches.first { $0.dependency == dependency && $0.dependent == dependent }
  }

  mutating func advance(_ search: CycleSearch, steps: Int) -> CycleAnswer {
    for _ in 0..<steps {
      guard !search.isOutgrown else { return .unfinished }
      stepCount += 1
      if search.hasMet {
        if search.isBroken {
          search.begin()
        } else if search.traceBack({ id(of: $0) }) {
          return .path(search.path)
        }
        continue
      }
      let continues =
        step(search, &search.forward, isForward: true, other: search.backward.mark)
        && (search.hasMet
          || step(search, &search.backward, isForward: false, other: search.forward.mark))
      if !continues { return .none }
    }
    return .unfinished
  }

  /// Returns whether the end is not exhausted.
  private func step(
    _ search: CycleSearch, _ end: inout CycleSearch.End, isForward: Bool, other: UInt32
  ) -> Bool {
    if end.link >= 0 {
      let link = links[end.link]
      end.link = isForward ? link.nextDependency : link.nextDependent
      let next = isForward ? link.dependency : link.dependent
      search.visit(id(of: next), from: end.current, &end, other: other)
      return true
    }
    guard let next = end.pending.popFirst() else { return false }
    // It may have left the table, with its links.
    guard let slot = slot(of: next) else { return true }
    end.current = slot
    end.link = isForward ? self[slot].firstDependency : self[slot].firstDependent
    return true
  }

  /// Continues the searches that have passed an end of a link that was added.
  func continueSearches(along index: Int32) {
    let link = links[index]
    let (dependency, dependent) = (id(of: link.dependency), id(of: link.dependent))
    for search in cycleSearches where !search.hasMet {
      let (forward, backward) = (search.forward.mark, search.backward.mark)
      if search.mark(of: dependent) == forward {
        search.visit(dependency, from: dependent.slot, &search.forward, other: backward)
      } else if search.mark(of: dependency) == backward {
        search.visit(dependent, from: dependency.slot, &search.backward, other: forward)
      }
    }
  }

  /// Notes that a link is about to be removed.
  func breakSearches(at index: Int32) {
    let link = links[index]
    let (dependency, dependent) = (id(of: link.dependency), id(of: link.dependent))
    for search in cycleSearches {
      if search.forward.link == index { search.forward.link = link.nextDependency }
      if search.backward.link == index { search.backward.link = link.nextDependent }
      let (forward, backward) = (search.forward.mark, search.backward.mark)
      switch (search.mark(of: dependency), search.mark(of: dependent)) {
      case (forward, forward) where search.cameFrom(dependency.slot) == dependent.slot,
        (backward, backward) where search.cameFrom(dependent.slot) == dependency.slot,
        (backward, forward):
        search.isBroken = true
      default: break
      }
    }
  }
}
