// Building all rows at once, without hashing.
//
// The rows are in the order of the source, so they take over its order keys, and its index too:
// entries of rows that are not shown are stale (see `ListTree.addEntry(hash:key:)`). If nearly all
// entries were stale, the rows get an index of their own.
extension FilterMapEngine {
  @inlinable
  func build(
    _ snapshot: ListSnapshot<Source.Element>, from origins: ListOrigins, hasNewRules: Bool,
    _ rows: Rows
  ) {
    let version = rows.pointee.version + 1
    let rules = rules
    var packer = RowPacker<Output>(expecting: rules.selection == nil ? snapshot.count : 0)
    var bits = PackedBits()
    bits.words.reserveCapacity(snapshot.count / 64 + 1)
    var cursor = SlotCursor<Source.Element>(
      root: snapshot.storage.tree.root, count: snapshot.count)
    while cursor.end < snapshot.count {
      let leaf = cursor.nextLeaf()
      var start = 0
      while start < leaf.count {
        let part = UnsafeBufferPointer(
          start: leaf.elements + start, count: min(64, leaf.count - start))
        var selected = rules.selection?(part) ?? .max &>> UInt64(64 - part.count)
        bits.append(selected, count: part.count)
        while selected != 0 {
          let slot = start + selected.trailingZeroBitCount
          selected &= selected &- 1
          packer.append(
            rules.output(leaf.elements[slot]), key: leaf.keys[slot], place: version,
            revision: version)
        }
        start += part.count
      }
    }
    shown = RankBits(bits)
    replaceRows(by: packer, snapshot, relabellings: rows.pointee.tree.relabellings, rows)
    rows.pointee.commit(from: origins)
  }

  /// Shows other rows after the filter has been replaced; rows that stay are unchanged.
  @inlinable
  func applyRules(_ step: Source.Transition, _ rows: Rows) {
    let wanted = selected(in: step.new)
    shift(by: step, rows)
    let present = shown.packed
    var changed = 0
    for (one, other) in zip(present.words, wanted.words) {
      changed += (one ^ other).nonzeroBitCount
    }
    if changed > Self.maximumEdited(step.new.count) {
      rebuild(step, present, wanted, rows)
    } else {
      edit(step, present, wanted, rows)
    }
    finish(from: .unknown, rows)
  }

  @inlinable
  static func maximumEdited(_ count: Int) -> Int { max(8, count / 16) }

  @inlinable
  func selected(in snapshot: ListSnapshot<Source.Element>) -> PackedBits {
    guard let selection = rules.selection else { return PackedBits(ones: snapshot.count) }
    var bits = PackedBits()
    bits.words.reserveCapacity(snapshot.count / 64 + 1)
    snapshot.storage.tree.forEachChunk { chunk in
      var rest = chunk[...]
      while !rest.isEmpty {
        let part = UnsafeBufferPointer(rebasing: rest.prefix(64))
        bits.append(selection(part), count: part.count)
        rest = rest.dropFirst(64)
      }
    }
    return bits
  }

  @inlinable
  func edit(
    _ step: Source.Transition, _ present: PackedBits, _ wanted: PackedBits,
    _ rows: Rows
  ) {
    for update in step.changes.updates where present[update.new] && wanted[update.new] {
      perform(.show(rules.output(step.new[update.new])), at: update.new, of: rows)
    }
    for number in present.words.indices {
      var changed = present.words[number] ^ wanted.words[number]
      while changed != 0 {
        let position = number * 64 + changed.trailingZeroBitCount
        changed &= changed &- 1
        let result =
          wanted[position] ? RowResult.show(rules.output(step.new[position])) : .hide
        perform(result, at: position, of: rows)
      }
    }
  }

  /// If all rows that stay have had the keys that they have in the source, a comparison with an
  /// older version finds them by their keys; otherwise by their ids, as after relabelling.
  @inlinable
  func rebuild(
    _ step: Source.Transition, _ present: PackedBits, _ wanted: PackedBits,
    _ rows: Rows
  ) {
    let version = rows.pointee.version + 1
    var packer = RowPacker<Output>(expecting: wanted.rank)
    var updates = step.changes.updates.makeIterator()
    var update = updates.next()
    var source = SlotCursor<Source.Element>(
      root: step.new.storage.tree.root, count: step.new.count)
    var old = SlotCursor<Output>(root: rows.pointee.tree.root, count: rows.pointee.count)
    var rank = 0
    var isRelabelled = false
    for number in wanted.words.indices {
      let word = present.words[number]
      var rest = wanted.words[number]
      while rest != 0 {
        let bit = rest & (0 &- rest)
        rest ^= bit
        let position = number * 64 + bit.trailingZeroBitCount
        let (leaf, slot) = source.find(position)
        let key = leaf.keys[slot]
        var stamps = (place: version, revision: version)
        if word & bit != 0 {
          let (leaf, slot) = old.find(rank + (word & (bit &- 1)).nonzeroBitCount)
          stamps = (leaf.places[slot], leaf.revisions[slot])
          if leaf.keys[slot] != key { isRelabelled = true }
        }
        while let next = update, next.new < position { update = updates.next() }
        if update?.new == position { stamps.revision = version }
        packer.append(
          rules.output(leaf.elements[slot]), key: key, place: stamps.place,
          revision: stamps.revision)
      }
      rank += word.nonzeroBitCount
    }
    shown = RankBits(wanted)
    let relabellings = rows.pointee.tree.relabellings
    replaceRows(
      by: packer, step.new, relabellings: isRelabelled ? relabellings + 1 : relabellings, rows)
  }

  @inlinable static var isOfObjects: Bool { Source.Element.self is AnyObject.Type }

  @inlinable
  func replaceRows(
    by packer: consuming RowPacker<Output>, _ snapshot: ListSnapshot<Source.Element>,
    relabellings: Int, _ rows: Rows
  ) {
    let entries = snapshot.count + snapshot.storage.tree.staleEntries
    let stale = entries - packer.count
    let sharesIndex =
      stale <= DerivedRows<Output>.staleEntriesPerRow * packer.count && !Self.isOfObjects
    var tree = packer.finish(
      index: sharesIndex ? snapshot.storage.tree.index.copy() : HashIndex(),
      staleEntries: sharesIndex ? stale : 0, relabellings: relabellings)
    if !sharesIndex { tree.renewIndex() }
    rows.pointee.replaceTree(by: tree)
    if Self.isOfObjects { rows.pointee.requireDistinctRows() }
  }
}
