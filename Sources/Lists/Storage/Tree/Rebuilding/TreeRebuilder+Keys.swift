// The order keys of the rows that come.
extension TreeRebuilder {
  @usableFromInline typealias Row = (leaf: LeafNode<Element>, slot: Int)

  /// Called before the next row of the present list is added, and at the end.
  @inlinable
  @inline(__always)
  mutating func settle() {
    if keyed < added.count { assignKeys() }
  }

  @inlinable
  @inline(never)
  mutating func assignKeys() {
    if !isCrowded { isCrowded = !assignKeysIfRoom() }
    keyed = added.count
    attach(allButLast: true)
  }

  @inlinable
  mutating func assignKeysIfRoom() -> Bool {
    let (before, after) = (rowBeforeRun, nextRow)
    let low = before.map { $0.leaf.keys[$0.slot] }
    let high = after.map { $0.leaf.keys[$0.slot] }
    let rows = added.count - keyed
    var keys: (first: UInt64, step: UInt64)
    if rows == 1 {
      run.note(low: low, high: high)
      guard let key = singleKey(low, high, before, after) else { return false }
      keys = (key, 0)
      run.advance(to: key)
    } else {
      let side = side(low, high, before, after)
      guard let block = OrderKeys.block(of: rows, between: low, and: high, near: side) else {
        return false
      }
      keys = block
      run = KeyRun(latest: block.first + UInt64(rows - 1) * block.step)
      run.earlier = block.first
    }
    var (number, slot) = runStart
    for entry in keyed..<added.count {
      if slot == leaf(number)?.count { (number, slot) = (number + 1, 0) }
      leaf(number)?.keys[slot] = keys.first
      added[entry].key = keys.first
      slot += 1
      keys.first &+= keys.step
    }
    return true
  }

  /// Returns the side of the run on which the rows before it have come, if only one is known.
  @inlinable
  func side(
    _ low: UInt64?, _ high: UInt64?, _ before: Row?, _ after: Row?
  ) -> OrderKeys.Side {
    if low == run.latest { return .low }
    if high == run.earlier { return .high }
    let isLowNew = before.map { $0.leaf.places[$0.slot] > horizon } ?? false
    let isHighNew = after.map { $0.leaf.places[$0.slot] > horizon } ?? false
    if isLowNew == isHighNew { return .neither }
    return isLowNew ? .low : .high
  }

  /// Rows with later places have come lately.
  @inlinable var horizon: UInt64 { version < 64 ? 0 : version - 64 }

  /// As for a single insertion: see ``ListTree/key(at:in:before:version:)``.
  @inlinable
  func singleKey(_ low: UInt64?, _ high: UInt64?, _ before: Row?, _ after: Row?) -> UInt64? {
    guard run.pattern == .none, let before, let after, let low, let high else {
      return OrderKeys.between(low, high, run: run)
    }
    let isLowNew = before.leaf.places[before.slot] > horizon
    let isHighNew = after.leaf.places[after.slot] > horizon
    if isLowNew == isHighNew { return OrderKeys.between(low, high, run: run) }
    if isLowNew {
      let beyond = before.slot > 0 ? before.leaf.keys[before.slot - 1] : nil
      return OrderKeys.between(near: low, far: high, beyond: beyond)
    }
    let beyond = after.slot + 1 < after.leaf.count ? after.leaf.keys[after.slot + 1] : nil
    return OrderKeys.between(near: high, far: low, beyond: beyond)
  }

  /// The leaf with this number: a closed one, or after them the open one.
  @inlinable
  @inline(__always)
  func leaf(_ number: Int) -> LeafNode<Element>? {
    number < closed.count ? closed[number] : open
  }

  /// A leaf before the run that is not shared is still closed or open.
  @inlinable var rowBeforeRun: Row? {
    if runStart.slot > 0 { return leaf(runStart.leaf).map { ($0, runStart.slot - 1) } }
    if runStart.leaf > 0 { return leaf(runStart.leaf - 1).map { ($0, $0.count - 1) } }
    return lastShared.map { Self.lastRow(in: $0) }
  }

  @inlinable var nextRow: Row? {
    guard var node = walk.node else { return nil }
    while !node.isLeaf { node = InnerNode(node).children[0] }
    return (LeafNode(node), walk.slot)
  }

  @inlinable
  static func lastRow(in node: TreeNode) -> Row {
    var node = node
    while !node.isLeaf {
      let inner = InnerNode(node)
      node = inner.children[inner.count - 1]
    }
    return (LeafNode(node), node.count - 1)
  }
}

extension OrderKeys {
  /// The side on which a run is close to its neighbour.
  @usableFromInline
  enum Side {
    case low
    case high
    case neither
  }

  /// Returns the first key and the distance of adjacent new rows; nil if there is no room.
  ///
  /// If rows have come at the same place lately, more are likely to come there, on the other side
  /// of this run. So the run takes only a small share of the room, and hundreds of runs find room
  /// between the same two keys.
  @inlinable
  static func block(
    of count: Int, between low: UInt64?, and high: UInt64?, near side: Side
  ) -> (first: UInt64, step: UInt64)? {
    let rows = UInt64(count)
    let (width, overflows) = rows.multipliedReportingOverflow(by: step)
    if !overflows {
      switch (low, high) {
      case (nil, nil):
        if width < 1 << 63 { return (1 << 63, step) }
      case (let low?, nil):
        if width <= .max - low { return (low + step, step) }
      case (nil, let high?):
        if width <= high { return (high - width, step) }
      case (_?, _?):
        break
      }
    }
    let (low, high) = (low ?? 0, high ?? .max)
    let room = high - low
    let small = room / 64 / rows
    if side != .neither, small >= 16 {
      return (side == .low ? low + small : high - small * rows, small)
    }
    let half = room / 2 / rows
    guard half >= 2 else { return nil }
    return (low + (room - half * (rows - 1)) / 2, half)
  }
}
