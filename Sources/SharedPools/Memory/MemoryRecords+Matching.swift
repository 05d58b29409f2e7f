@_spi(Store) extension MemoryRecords {
  /// The number of a set of labels, or `nil` if the set is new and no resource fits it.
  public mutating func labelSet(_ labels: Labels) -> Int? {
    if let number = labelSetNumbers[labels] { return number }
    let fitting = resources.filter { $0.labels.contains(labels) }
    if fitting.isEmpty { return nil }
    lastLabelSet += 1
    let number = lastLabelSet
    var set = MemoryLabelSet(labels: labels)
    for resource in fitting {
      set.fitting.insert(resource)
      fits[resource.ordinal].append(number)
    }
    labelSets[number] = set
    labelSetNumbers[labels] = number
    unusedLabelSets.insert(number)
    return number
  }

  /// The number of a kind of request.
  public mutating func kind(_ labelSets: [Int]) -> Int {
    if let number = kindNumbers[labelSets] { return number }
    lastKind += 1
    kindNumbers[labelSets] = lastKind
    kinds[lastKind] = MemoryKind(labelSets: labelSets)
    for set in labelSets {
      self.labelSets[set]?.kinds.insert(lastKind)
      unusedLabelSets.remove(set)
    }
    return lastKind
  }

  /// The label sets of a kind.
  public func labelSets(ofKind kind: Int) -> [Int] { kinds[kind]?.labelSets ?? [] }

  /// The first resources that fit a label set, those that show the preferred key first.
  ///
  /// - Parameters:
  ///   - labelSet: The label set.
  ///   - scope: Which resources.
  ///   - preferring: The preferred affinity key.
  ///   - excluded: Ordinals to leave out.
  ///   - limit: How many at most.
  /// - Returns: The resources.
  public func candidates(
    for labelSet: Int, in scope: LendingScope, preferring: String?, excluding excluded: Set<Int>,
    limit: Int
  ) -> [LendingCandidate] {
    guard let set = labelSets[labelSet] else { return [] }
    var found: [LendingCandidate] = []
    func take(_ ordinal: Int, _ isPreferred: Bool) -> Bool {
      if found.count < limit, !excluded.contains(ordinal) {
        found.append(LendingCandidate(ordinal: ordinal, isPreferred: isPreferred))
      }
      return found.count < limit
    }
    if let preferring, let showing = showing[preferring] {
      for ordinal in showing.ordinals(in: scope) where fits[ordinal].contains(labelSet) {
        if !take(ordinal, true) { return found }
      }
    }
    for ordinal in set.fitting.ordinals(in: scope)
    where preferring == nil || resources[ordinal].shows != preferring {
      if !take(ordinal, false) { return found }
    }
    return found
  }

  /// The kinds of waiting requests that want something which a resource fits.
  public func waitingKinds(fitting ordinal: Int) -> [Int] { waitingKinds(of: fits[ordinal]) }

  /// The kinds of waiting requests that want something which any free resource fits.
  public func waitingKindsFittingFree() -> [Int] { waitingKinds(of: openLabelSets) }

  private func waitingKinds(of sets: some Sequence<Int>) -> [Int] {
    var found: Set<Int> = []
    for set in sets { found.formUnion(labelSets[set]?.waitingKinds ?? []) }
    return found.sorted()
  }

  mutating func forget(kind number: Int) {
    guard let kind = kinds.removeValue(forKey: number) else { return }
    kindNumbers[kind.labelSets] = nil
    for set in kind.labelSets {
      labelSets[set]?.kinds.remove(number)
      if labelSets[set]?.kinds.isEmpty == true { unusedLabelSets.insert(set) }
    }
    kinds.releaseSpareCapacity()
    kindNumbers.releaseSpareCapacity()
  }

  mutating func forgetUnusedLabelSets() {
    if unusedLabelSets.isEmpty { return }
    for number in unusedLabelSets {
      if let set = labelSets.removeValue(forKey: number) { labelSetNumbers[set.labels] = nil }
    }
    for ordinal in fits.indices { fits[ordinal].removeAll { unusedLabelSets.contains($0) } }
    unusedLabelSets = []
    labelSets.releaseSpareCapacity()
    labelSetNumbers.releaseSpareCapacity()
  }
}

extension MemoryStock {
  func ordinals(in scope: LendingScope) -> AnySequence<Int> {
    switch scope {
    case .free: AnySequence(free.lazy.map(\.ordinal))
    case .stock: AnySequence(stock)
    }
  }
}
