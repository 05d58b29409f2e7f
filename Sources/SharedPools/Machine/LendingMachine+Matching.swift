struct LendingNeeds {
  var labelSets: [Int] = []
  var preferring: [String?] = []
  var wants: [Int] = []
}

struct LendingMatch: Hashable {
  var want: Int
  var ordinal: Int
  var isPreferred: Bool
}

struct LendingMatching {
  var found: [LendingMatch?]
  var complete: [LendingMatch]? { found.contains(nil) ? nil : found.compactMap(\.self) }
}

enum LendingPossibility {
  case satisfiable(LendingNeeds)
  case impossible(want: Int, fitting: Int)
}

extension LendingMachine {
  /// The needs of wants, or the first want that the stock cannot satisfy together with those before
  /// it.
  mutating func needs(of wants: [Want]) throws(Records.Failure) -> LendingPossibility {
    var needs = LendingNeeds()
    var unknown: Int?
    for (index, want) in wants.enumerated() {
      guard let labelSet = try records.labelSet(want.labels) else {
        unknown = index
        break
      }
      for _ in 0..<want.count {
        needs.labelSets.append(labelSet)
        needs.preferring.append(want.preferring)
        needs.wants.append(index)
      }
    }
    if let missing = try match(needs, in: .stock).found.firstIndex(of: nil) {
      let fitting = try records.candidates(
        for: needs.labelSets[missing], in: .stock, preferring: nil, excluding: [],
        limit: LendingLimits.resources)
      return .impossible(want: needs.wants[missing], fitting: fitting.count)
    }
    if let unknown { return .impossible(want: unknown, fitting: 0) }
    return .satisfiable(needs)
  }

  func needs(of request: LendingRequestRecord) throws(Records.Failure) -> LendingNeeds {
    var needs = LendingNeeds(labelSets: try records.labelSets(ofKind: request.kind))
    for (index, want) in request.wants.enumerated() {
      for _ in 0..<want.count {
        needs.preferring.append(want.preferring)
        needs.wants.append(index)
      }
    }
    return needs
  }

  /// Finds a different resource for as many needs as possible.
  ///
  /// Needs are served in order. Each takes its first candidate that is not taken; if all are taken,
  /// the first whose owner can move to another one. As many candidates for each need as there are
  /// needs suffice: the others can take at most all but one of them.
  func match(
    _ needs: LendingNeeds, in scope: LendingScope, excluding excluded: Set<Int> = []
  ) throws(Records.Failure) -> LendingMatching {
    let count = needs.labelSets.count
    var candidates: [[LendingCandidate]] = []
    for index in 0..<count {
      if index > 0, needs.labelSets[index] == needs.labelSets[index - 1],
        needs.preferring[index] == needs.preferring[index - 1]
      {
        candidates.append(candidates[index - 1])
        continue
      }
      candidates.append(
        try records.candidates(
          for: needs.labelSets[index], in: scope, preferring: needs.preferring[index],
          excluding: excluded, limit: count))
    }
    var found = [LendingMatch?](repeating: nil, count: count)
    var owner: [Int: Int] = [:]

    func assign(_ candidate: LendingCandidate, to need: Int) {
      owner[candidate.ordinal] = need
      found[need] = LendingMatch(
        want: needs.wants[need], ordinal: candidate.ordinal, isPreferred: candidate.isPreferred)
    }
    func find(for need: Int, _ visited: inout Set<Int>) -> Bool {
      if let free = candidates[need].first(where: { owner[$0.ordinal] == nil }) {
        assign(free, to: need)
        return true
      }
      for candidate in candidates[need] where visited.insert(candidate.ordinal).inserted {
        if let other = owner[candidate.ordinal], find(for: other, &visited) {
          assign(candidate, to: need)
          return true
        }
      }
      return false
    }
    for need in 0..<count {
      var visited: Set<Int> = []
      _ = find(for: need, &visited)
    }
    return LendingMatching(found: found)
  }
}
