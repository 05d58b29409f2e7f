extension OperationMachine {
  enum CycleAnswer: Equatable {
    case none
    case path([NodeID])
    case unfinished
  }

  /// How many steps of a search are made at a time: about 0.1 ms.
  static var searchPiece: Int { 2_000 }

  /// Throws the path on which `dependency` waits for `dependent`; see ``path(from:to:countsHeld:)``.
  ///
  /// It throws ``EdgeRefusal/unfinished`` if that takes more than `limit` steps. The caller then adds
  /// a ``CycleSearch`` for the two to ``cycleSearches`` and calls again until there is an answer. The
  /// limit does not apply while steps wait in serial managers: which operations need a slot then
  /// changes all the time.
  mutating func refuseCycle(
    from dependency: Slot, to dependent: Slot, countsHeld: Bool = true, limit: Int = .max
  ) throws(EdgeRefusal) {
    let limit = serialStepWaits == 0 ? limit : .max
    let answer: CycleAnswer
    if limit < .max, let search = cycleSearch(from: dependency, to: dependent) {
      answer = advance(search, steps: limit, ignoring: countsHeld ? -1 : dependent)
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

  mutating func advance(
    _ search: CycleSearch, steps: Int, ignoring ignored: Slot = -1
  ) -> CycleAnswer {
    if search.runs == 0 || search.isOutdated || search.ignored != ignored {
      search.begin(ignoring: ignored)
    }
    for _ in 0..<steps {
      guard !search.isOutgrown else { return .unfinished }
      stepCount += 1
      if search.hasMet {
        if search.isBroken {
          search.begin(ignoring: ignored)
        } else if search.traceBack({ id(of: $0) }) {
          return .path(search.path)
        }
        continue
      }
      let continues =
        step(search, &search.forward, other: search.backward.mark)
        && (search.hasMet || step(search, &search.backward, other: search.forward.mark))
      if !continues { return .none }
    }
    return .unfinished
  }

  /// Returns whether the end is not exhausted.
  private func step(
    _ search: CycleSearch, _ end: inout CycleSearch.End, other: UInt32
  ) -> Bool {
    switch nextNeighbour(of: &end.cursor, ignoring: search.ignored) {
    case .operation(let slot):
      search.visit(id(of: slot), from: end.cursor.current, &end, other: other)
      return true
    case .none: return true
    case .isOver: break
    }
    guard let next = end.pending.popFirst() else { return false }
    // It may have left the table, with its links.
    guard let slot = slot(of: next) else { return true }
    place(&end.cursor, at: slot, ignoring: search.ignored)
    if end.cursor.isForward {
      for category in end.cursor.categories {
        search.follow(category, from: next, mark: end.mark)
      }
    }
    return true
  }

  /// Continues the searches that have passed an end of a link that was added.
  func continueSearches(along index: Int32) {
    let link = links[index]
    let (dependency, dependent) = (id(of: link.dependency), id(of: link.dependent))
    for search in cycleSearches where search.runs > 0 && !search.hasMet {
      let (forward, backward) = (search.forward.mark, search.backward.mark)
      if search.mark(of: dependent) == forward {
        search.visit(dependency, from: dependent.slot, &search.forward, other: backward)
      } else if search.mark(of: dependency) == backward {
        search.visit(dependent, from: dependency.slot, &search.backward, other: forward)
      }
    }
  }

  func breakSearches(at index: Int32) {
    let link = links[index]
    let (dependency, dependent) = (id(of: link.dependency), id(of: link.dependent))
    for search in cycleSearches where search.runs > 0 {
      if search.forward.cursor.link == index { search.forward.cursor.link = link.nextDependency }
      if search.backward.cursor.link == index { search.backward.cursor.link = link.nextDependent }
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

  // MARK: Categories of limit 1

  /// Continues the searches that have passed an operation that needs the category, or its new
  /// holder.
  func continueSearches(_ category: Int32, heldBy holder: Slot) {
    let id = id(of: holder)
    for search in cycleSearches
    where search.runs > 0 && !search.hasMet && search.ignored != holder {
      let (forward, backward) = (search.forward.mark, search.backward.mark)
      switch search.mark(of: id) {
      case forward: break
      case backward: search.backward.pending.append(id)
      default:
        guard let follower = search.follower(of: category) else { continue }
        if let needy = slot(of: follower), lacks(needy, category) {
          search.visit(id, from: needy, &search.forward, other: backward)
        } else {
          // Others may need it too.
          search.isOutdated = true
        }
      }
    }
  }

  func continueSearches(_ category: Int32, neededBy slot: Slot) {
    guard let holder = categories[category].holders.first else { return }
    for search in cycleSearches
    where search.runs > 0 && !search.hasMet && search.ignored != holder
      && search.mark(of: id(of: holder)) == search.backward.mark
    {
      search.visit(id(of: slot), from: holder, &search.backward, other: search.forward.mark)
    }
  }

  /// What the operation needs or holds may have changed.
  func breakSearches(of slot: Slot) {
    let id = id(of: slot)
    for search in cycleSearches where search.runs > 0 {
      if search.forward.cursor.current == slot { search.forward.cursor.categories = [] }
      if search.backward.cursor.current == slot {
        (search.backward.cursor.categories, search.backward.cursor.member) = ([], -1)
      }
      guard search.mark(of: id) >= search.forward.mark else { continue }
      search.isBroken = true
      // It may need them again, or still hold them.
      if search.mark(of: id) == search.forward.mark {
        search.forward.pending.append(id)
      } else {
        search.backward.pending.append(id)
      }
    }
  }

  func breakSearches(atMember entry: Int32) {
    for search in cycleSearches where search.backward.cursor.member == entry {
      search.backward.cursor.member = lineEntries[entry].next
    }
  }
}
