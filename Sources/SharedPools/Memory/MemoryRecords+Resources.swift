@_spi(Store) extension MemoryRecords {
  /// The resource with this name.
  public func resource(named name: String) -> LendingResourceRecord? {
    ordinals[name].map { resources[$0] }
  }

  /// The resource with this ordinal, which exists.
  public func resource(at ordinal: Int) -> LendingResourceRecord { resources[ordinal] }

  /// The resources that are lent to a request, by want and then ordinal.
  public func resources(of request: LendingID) -> [LendingResourceRecord] {
    resources.filter { $0.request == request }
      .sorted { ($0.want, $0.ordinal) < ($1.want, $1.ordinal) }
  }

  /// All resources, by ordinal.
  public func allResources() -> [LendingResourceRecord] { resources }

  /// Adds a resource; its ordinal is ignored.
  public mutating func insert(_ resource: LendingResourceRecord) -> Int {
    var resource = resource
    resource.ordinal = resources.count
    resources.append(resource)
    ordinals[resource.name] = resource.ordinal
    return resource.ordinal
  }

  /// Replaces a resource with the same ordinal.
  public mutating func update(_ resource: LendingResourceRecord) {
    resources[resource.ordinal] = resource
  }

  /// The number of a set of labels, or `nil` if the set is new and no resource fits it.
  public mutating func labelSet(_ labels: Labels) -> Int? {
    if let known = labelSets.first(where: { $0.value == labels }) { return known.key }
    guard resources.contains(where: { $0.labels.contains(labels) }) else { return nil }
    lastLabelSet += 1
    labelSets[lastLabelSet] = labels
    return lastLabelSet
  }

  /// The number of a kind of request.
  public mutating func kind(_ labelSets: [Int]) -> Int {
    if let known = kinds.first(where: { $0.value.labelSets == labelSets }) { return known.key }
    lastKind += 1
    kinds[lastKind] = Kind(labelSets: labelSets)
    return lastKind
  }

  /// The label sets of a kind.
  public func labelSets(ofKind kind: Int) -> [Int] { kinds[kind]?.labelSets ?? [] }

  /// The first resources that fit a label set, those that show the preferred key first.
  public func candidates(
    for labelSet: Int, in scope: LendingScope, preferring: String?, excluding excluded: Set<Int>,
    limit: Int
  ) -> [LendingCandidate] {
    guard let labels = labelSets[labelSet] else { return [] }
    func rank(_ resource: LendingResourceRecord) -> (Int, Int64, Int) {
      let isPreferred = preferring != nil && resource.shows == preferring
      return (isPreferred ? 0 : 1, scope == .free ? resource.freedAt : 0, resource.ordinal)
    }
    let fitting = resources.lazy.filter { resource in
      scope.contains(resource) && !excluded.contains(resource.ordinal)
        && resource.labels.contains(labels)
    }
    return fitting.map(rank).sorted(by: <).prefix(limit).map {
      LendingCandidate(ordinal: $0.2, isPreferred: $0.0 == 0)
    }
  }

  /// The kinds of waiting requests that want something which a resource fits.
  public func waitingKinds(fitting ordinal: Int) -> [Int] {
    waitingKinds { $0 == ordinal }
  }

  /// The kinds of waiting requests that want something which any free resource fits.
  public func waitingKindsFittingFree() -> [Int] {
    waitingKinds { resources[$0].state == .free }
  }

  private func waitingKinds(fittingAny isIncluded: (Int) -> Bool) -> [Int] {
    let candidates = resources.indices.filter(isIncluded)
    if line.isEmpty || candidates.isEmpty { return [] }
    let fitted = labelSets.filter { set in
      candidates.contains { resources[$0].labels.contains(set.value) }
    }
    return Set(line.lazy.map(\.kind)).sorted().filter { kind in
      labelSets(ofKind: kind).contains { fitted[$0] != nil }
    }
  }
}

extension LendingScope {
  func contains(_ resource: LendingResourceRecord) -> Bool {
    switch self {
    case .free: resource.state == .free
    case .stock: resource.state != .retired && resource.stateOnReturn != .retired
    }
  }
}
