import TestSupport
import Testing

@testable import StagecraftLists

/// Compares an index with a dictionary of arrays over long sequences of edits.
@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct HashIndexModelTests {
  /// Every edit leaves a valid index, and every copy unchanged.
  @Test(arguments: Hashes.allCases)
  func randomEditsMatchTheModelAndLeaveCopiesUnchanged(hashes: Hashes) throws {
    try withEverySeed(in: 0..<4) { generator in
      var model = IndexModel()
      let box = IndexBox()
      var copies = Copies()
      var nextKey: UInt64 = 0
      for step in 0..<1500 {
        // Two phases of growth and two of shrinking.
        let grows = (step / 400).isMultiple(of: 2)
        let kind = Int.random(in: 0..<10, using: &generator)
        if model.entries.isEmpty || kind < (grows ? 7 : 2) {
          let entry = HashEntry(hash: hashes.next(using: &generator), key: nextKey)
          nextKey += 1
          model.insert(entry)
          box.index.insert(hash: entry.hash, key: entry.key)
        } else {
          let offset = Int.random(in: 0..<model.entries.count, using: &generator)
          if kind == 9 {
            let entry = model.rekey(at: offset, to: nextKey)
            box.index.rekey(hash: entry.hash, from: entry.key, to: nextKey)
            nextKey += 1
          } else {
            let entry = model.remove(at: offset)
            box.index.remove(hash: entry.hash, key: entry.key)
          }
        }
        box.index.checkInvariants()
        if generator.oneIn(20) { try #require(model.agrees(with: box), "\(generator), \(step)") }
        if generator.oneIn(12) { copies.keep(box.copy(), model) }
        if generator.oneIn(12) { copies.dropOne(using: &generator) }
      }
      try #require(model.agrees(with: box), "\(generator)")
      try #require(copies.agree(), "\(generator)")
      while !model.entries.isEmpty {
        let entry = model.remove(at: model.entries.count / 2)
        box.index.remove(hash: entry.hash, key: entry.key)
        box.index.checkInvariants()
      }
      try #require(box.count == 0)
      try #require(copies.agree(), "\(generator)")
    }
  }

  /// Edits of a copy do not affect the original, nor the other way round.
  @Test(arguments: Hashes.allCases)
  func copiesAreIndependent(hashes: Hashes) throws {
    try withEverySeed(in: 0..<4) { generator in
      var models = [IndexModel()]
      var boxes = [IndexBox()]
      for step in 0..<2000 {
        let which = Int.random(in: 0..<boxes.count, using: &generator)
        if generator.oneIn(50), boxes.count < 6 {
          boxes.append(boxes[which].copy())
          models.append(models[which])
        } else if generator.oneIn(3), let last = models[which].entries.indices.last {
          let entry = models[which].remove(at: Int.random(in: 0...last, using: &generator))
          boxes[which].index.remove(hash: entry.hash, key: entry.key)
        } else {
          let entry = HashEntry(hash: hashes.next(using: &generator), key: UInt64(step))
          models[which].insert(entry)
          boxes[which].index.insert(hash: entry.hash, key: entry.key)
        }
      }
      for (model, box) in zip(models, boxes) {
        try #require(model.agrees(with: box), "\(generator)")
      }
    }
  }

  /// A built index has the same content as one filled by insertions, and can be edited.
  @Test(arguments: Hashes.allCases)
  func builtIndexEqualsOneFilledByInsertions(hashes: Hashes) throws {
    try withEverySeed(in: 0..<4) { generator in
      for count in [0, 1, 2, 47, 48, 49, 96, 500, 2000] {
        let entries = (0..<count).map { key in
          HashEntry(hash: hashes.next(using: &generator), key: UInt64(key))
        }
        var model = IndexModel(entries)
        let box = IndexBox(entries)
        try #require(model.agrees(with: box), "\(generator), \(count)")
        for key in 0..<Swift.min(count, 100) {
          let removed = model.remove(at: Int.random(in: 0..<model.entries.count, using: &generator))
          box.index.remove(hash: removed.hash, key: removed.key)
          let entry = HashEntry(hash: hashes.next(using: &generator), key: UInt64(count + key))
          model.insert(entry)
          box.index.insert(hash: entry.hash, key: entry.key)
          if key.isMultiple(of: 20) { box.index.checkInvariants() }
        }
        try #require(model.agrees(with: box), "\(generator), \(count)")
      }
    }
  }

  /// The larger the index, the more bits are distributed at once.
  @Test(arguments: [4_000, 40_000, 300_000])
  func largeIndexIsBuilt(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    var hashes: [UInt64] = (0..<count).map { _ in .random(in: 0 ... .max, using: &generator) }
    // Some agree in all bits, and some in many.
    for offset in 0..<100 {
      hashes[offset] = 77
      hashes[100 + offset] = hashes[200] ^ UInt64(offset)
    }
    let box = IndexBox(hashes.enumerated().map { HashEntry(hash: $1, key: UInt64($0)) })
    box.index.checkInvariants()
    #expect(box.count == count)
    for (key, hash) in hashes.enumerated() {
      try #require(box.contains(hash: hash, key: UInt64(key)))
    }
  }
}

/// Copies of an index, each with its expected content.
private struct Copies {
  private var kept: [(box: IndexBox, model: IndexModel)] = []

  mutating func keep(_ box: IndexBox, _ model: IndexModel) {
    kept.append((box, model))
  }

  mutating func dropOne(using generator: inout SeededGenerator) {
    guard let last = kept.indices.last else { return }
    kept.remove(at: Int.random(in: 0...last, using: &generator))
  }

  func agree() -> Bool {
    kept.allSatisfy { $0.model.agrees(with: $0.box) }
  }
}
