#if SQLite
@_spi(Store) internal import StagecraftSharedPools
internal import StoreFloor

extension PoolTables {
  // MARK: Label sets and kinds

  func labelSet(_ labels: Labels) throws(SQLiteFailure) -> Int? {
    if let known = catalogue.labelSets[labels] { return known }
    let text = Coding.encode(labels)
    let known = try connection.first(
      "SELECT number FROM lend_label_set WHERE pool = ?1 AND labels = ?2", .integer(number),
      .text(text)
    ) { $0.int(0) }
    if let known {
      catalogue.labelSets[labels] = known
      return known
    }
    let fitting = try allResources().filter { $0.labels.contains(labels) }
    if fitting.isEmpty { return nil }
    try connection.run(
      "INSERT INTO lend_label_set VALUES (NULL, ?1, ?2)", .integer(number), .text(text))
    let labelSet = Int(connection.lastRow)
    noteCatalogueChange()
    catalogue.labelSets[labels] = labelSet
    for resource in fitting { try recordFit(of: resource, labelSet) }
    return labelSet
  }

  func kind(_ labelSets: [Int]) throws(SQLiteFailure) -> Int {
    if let known = catalogue.kinds[labelSets] { return known }
    let text = Coding.encode(labelSets)
    let known = try connection.first(
      "SELECT number, last_used FROM lend_kind WHERE pool = ?1 AND label_sets = ?2",
      .integer(number),
      .text(text)
    ) { (number: $0.int(0), lastUsed: $0.integer(1)) }
    if let known {
      catalogue.kinds[labelSets] = known.number
      catalogue.lastUsed[known.number] = known.lastUsed
      return known.number
    }
    try connection.run(
      "INSERT INTO lend_kind VALUES (NULL, ?1, ?2, ?3)", .integer(number), .text(text),
      .integer(Int64.min))
    let kind = Int(connection.lastRow)
    for labelSet in Set(labelSets) {
      try connection.run(
        "INSERT INTO lend_kind_set VALUES (?1, ?2)", .integer(labelSet), .integer(kind))
    }
    noteCatalogueChange()
    catalogue.kinds[labelSets] = kind
    return kind
  }

  func labelSets(ofKind kind: Int) throws(SQLiteFailure) -> [Int] {
    if let known = catalogue.labelSetsOfKinds[kind] { return known }
    let text = try connection.first(
      "SELECT label_sets FROM lend_kind WHERE number = ?1", .integer(kind)
    ) { $0.text(0) }
    guard let text else { throw .nonsense("A kind of requests is missing.") }
    let labelSets = try Coding.numbers(text)
    catalogue.labelSetsOfKinds[kind] = labelSets
    return labelSets
  }

  /// Notes, not more than once an hour, that a kind is in use.
  func noteUse(ofKind kind: Int, at instant: Int64) throws(SQLiteFailure) {
    if let last = catalogue.lastUsed[kind], instant < last.addingSaturated(3_600_000_000) { return }
    catalogue.lastUsed[kind] = instant
    try connection.run(
      "UPDATE lend_kind SET last_used = ?2 WHERE number = ?1", .integer(kind), .integer(instant))
  }

  private func noteCatalogueChange() {
    catalogue.stock = [:]
    catalogue.edition = change {
      $0.catalogue += 1
      return $0.catalogue
    }
  }

  // MARK: What fits

  func candidates(
    for labelSet: Int, in scope: LendingScope, preferring: String?, excluding excluded: Set<Int>,
    limit: Int
  ) throws(SQLiteFailure) -> [LendingCandidate] {
    var found: [LendingCandidate] = []
    let reach = limit + excluded.count
    if let preferring {
      let preferred: [Int]
      switch scope {
      case .free:
        preferred = try connection.all(
          """
          SELECT ordinal FROM lend_free WHERE label_set = ?1 AND shows = ?2
          ORDER BY freed_at, ordinal LIMIT ?3
          """, .integer(labelSet), .text(preferring), .integer(reach)
        ) { $0.int(0) }
      case .stock:
        // The key is not indexed for the stock: which part of it comes first makes no difference to
        // whether enough fit. Those that are free and show it come first.
        preferred = []
      }
      for ordinal in preferred where !excluded.contains(ordinal) {
        found.append(LendingCandidate(ordinal: ordinal, isPreferred: true))
      }
    }
    if found.count >= limit { return Array(found.prefix(limit)) }
    let others: [Int]
    switch scope {
    case .free:
      others = try connection.all(
        """
        SELECT ordinal FROM lend_free WHERE label_set = ?1 ORDER BY freed_at, ordinal LIMIT ?2
        """, .integer(labelSet), .integer(reach + found.count)
      ) { $0.int(0) }
    case .stock: others = try stock(labelSet, limit: reach)
    }
    let preferred = found.count
    for ordinal in others where !excluded.contains(ordinal) {
      if found.count == limit { break }
      if found.prefix(preferred).contains(where: { $0.ordinal == ordinal }) { continue }
      found.append(LendingCandidate(ordinal: ordinal, isPreferred: false))
    }
    return found
  }

  private func stock(_ labelSet: Int, limit: Int) throws(SQLiteFailure) -> [Int] {
    if let known = catalogue.stock[labelSet], known.limit >= limit { return known.ordinals }
    let ordinals = try connection.all(
      """
      SELECT ordinal FROM lend_fit WHERE label_set = ?1 AND in_stock = 1 ORDER BY ordinal LIMIT ?2
      """, .integer(labelSet), .integer(limit)
    ) { $0.int(0) }
    catalogue.stock[labelSet] = (limit, ordinals)
    return ordinals
  }

  private func fits(of ordinal: Int) throws(SQLiteFailure) -> [Int] {
    if let known = catalogue.fits[ordinal] { return known }
    let labelSets = try connection.all(
      "SELECT label_set FROM lend_fit WHERE ordinal = ?1", .integer(ordinal)
    ) { $0.int(0) }
    catalogue.fits[ordinal] = labelSets
    return labelSets
  }

  func recordFits(of resource: LendingResourceRecord) throws(SQLiteFailure) {
    let sets = try connection.all(
      "SELECT number, labels FROM lend_label_set WHERE pool = ?1", .integer(number)
    ) { (number: $0.int(0), labels: Coding.labels($0.text(1))) }
    for set in sets where resource.labels.contains(set.labels) {
      try recordFit(of: resource, set.number)
    }
    noteCatalogueChange()
    catalogue.fits[resource.ordinal] = nil
  }

  func removeFits(of resource: LendingResourceRecord) throws(SQLiteFailure) {
    if resource.state == .free { try removeFree(resource) }
    try connection.run("DELETE FROM lend_fit WHERE ordinal = ?1", .integer(resource.ordinal))
    noteCatalogueChange()
    catalogue.fits[resource.ordinal] = nil
  }

  private func recordFit(
    of resource: LendingResourceRecord, _ labelSet: Int
  ) throws(SQLiteFailure) {
    try connection.run(
      "INSERT INTO lend_fit VALUES (?1, ?2, ?3)", .integer(labelSet), .integer(resource.ordinal),
      .flag(resource.isInStock))
    catalogue.stock[labelSet] = nil
    catalogue.fits[resource.ordinal] = nil
    if resource.state == .free { try insertFree(resource, labelSet) }
  }

  func moveFits(
    from old: LendingResourceRecord, to new: LendingResourceRecord
  ) throws(SQLiteFailure) {
    if old.isInStock != new.isInStock {
      try connection.run(
        "UPDATE lend_fit SET in_stock = ?2 WHERE ordinal = ?1", .integer(new.ordinal),
        .flag(new.isInStock))
      noteCatalogueChange()
    }
    let isSame = old.state == new.state && old.freedAt == new.freedAt && old.shows == new.shows
    if isSame { return }
    if old.state == .free { try removeFree(old) }
    if new.state == .free {
      for labelSet in try fits(of: new.ordinal) { try insertFree(new, labelSet) }
    }
  }

  private func insertFree(
    _ resource: LendingResourceRecord, _ labelSet: Int
  ) throws(SQLiteFailure) {
    try connection.run(
      "INSERT INTO lend_free VALUES (?1, ?2, ?3, ?4)", .integer(labelSet),
      .integer(resource.freedAt),
      .integer(resource.ordinal), .text(resource.shows))
  }

  private func removeFree(_ resource: LendingResourceRecord) throws(SQLiteFailure) {
    for labelSet in try fits(of: resource.ordinal) {
      try connection.run(
        "DELETE FROM lend_free WHERE label_set = ?1 AND freed_at = ?2 AND ordinal = ?3",
        .integer(labelSet), .integer(resource.freedAt), .integer(resource.ordinal))
      if connection.changes != 1 { throw .nonsense("A free resource is missing in its index.") }
    }
  }
}
#endif
