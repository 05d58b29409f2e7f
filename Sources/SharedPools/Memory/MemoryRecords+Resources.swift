@_spi(Store) extension MemoryRecords {
  /// The resource with this name.
  public func resource(named name: String) -> LendingResourceRecord? {
    ordinals[name].map { resources[$0] }
  }

  /// The resource with this ordinal, which exists.
  public func resource(at ordinal: Int) -> LendingResourceRecord { resources[ordinal] }

  /// The resources that are lent to a request, by want and then ordinal.
  public func resources(of request: LendingID) -> [LendingResourceRecord] {
    (held[request] ?? []).map { resources[$0] }
      .sorted { ($0.want, $0.ordinal) < ($1.want, $1.ordinal) }
  }

  /// All resources, by ordinal.
  public func allResources() -> [LendingResourceRecord] { resources }

  /// Adds a resource, and records which label sets it fits.
  ///
  /// - Parameter resource: The resource; its ordinal is ignored.
  /// - Returns: Its ordinal, larger than all before.
  public mutating func insert(_ resource: LendingResourceRecord) -> Int {
    var resource = resource
    resource.ordinal = resources.count
    resources.append(resource)
    ordinals[resource.name] = resource.ordinal
    fits.append(labelSets(fittedBy: resource.labels))
    place(resource)
    return resource.ordinal
  }

  /// Replaces a resource with the same ordinal.
  public mutating func update(_ resource: LendingResourceRecord) {
    let old = resources[resource.ordinal]
    displace(old)
    resources[resource.ordinal] = resource
    if old.labels != resource.labels {
      fits[resource.ordinal] = labelSets(fittedBy: resource.labels)
    }
    place(resource)
  }

  private func labelSets(fittedBy labels: Labels) -> [Int] {
    labelSets.compactMap { labels.contains($0.value.labels) ? $0.key : nil }.sorted()
  }

  private mutating func place(_ resource: LendingResourceRecord) {
    for set in fits[resource.ordinal] {
      labelSets[set]?.fitting.insert(resource)
      if resource.state == .free, labelSets[set]?.waitingKinds.isEmpty == false {
        openLabelSets.insert(set)
      }
    }
    if let key = resource.shows { showing[key, default: MemoryStock()].insert(resource) }
    if let request = resource.request { held[request, default: []].append(resource.ordinal) }
  }

  private mutating func displace(_ resource: LendingResourceRecord) {
    for set in fits[resource.ordinal] {
      labelSets[set]?.fitting.remove(resource)
      if labelSets[set]?.fitting.free.isEmpty == true { openLabelSets.remove(set) }
    }
    if let key = resource.shows {
      showing[key]?.remove(resource)
      if showing[key]?.isEmpty == true { showing[key] = nil }
      showing.releaseSpareCapacity()
    }
    if let request = resource.request {
      held[request]?.removeAll { $0 == resource.ordinal }
      if held[request]?.isEmpty == true { held[request] = nil }
      held.releaseSpareCapacity()
    }
  }
}

extension MemoryStock {
  mutating func insert(_ resource: LendingResourceRecord) {
    if resource.isInStock { stock.insert(resource.ordinal) }
    if resource.state == .free { free.insert(MemoryFree(resource)) }
  }

  mutating func remove(_ resource: LendingResourceRecord) {
    if resource.isInStock { stock.remove(resource.ordinal) }
    if resource.state == .free { free.remove(MemoryFree(resource)) }
  }
}

extension MemoryFree {
  init(_ resource: LendingResourceRecord) {
    self.init(freedAt: resource.freedAt, ordinal: resource.ordinal)
  }
}

extension LendingResourceRecord {
  /// Whether it is not retired, and will not be when it is returned.
  var isInStock: Bool { state != .retired && stateOnReturn != .retired }
}

extension Dictionary {
  /// Moves the entries to a smaller table if most of this one is unused.
  mutating func releaseSpareCapacity() {
    guard capacity > 256, count < capacity / 8 else { return }
    var smaller: [Key: Value] = Dictionary(minimumCapacity: count * 2)
    for (key, value) in self { smaller[key] = value }
    self = smaller
  }
}
