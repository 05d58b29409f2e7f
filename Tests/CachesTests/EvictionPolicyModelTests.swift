import TestSupport
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

/// Compares the policy with plain arrays.
struct EvictionPolicyModelTests {
  /// The same rules, as a naive model.
  struct Model {
    struct Item: Equatable {
      var hash: UInt32
      var bytes: Int
      var hits = 0
    }

    var limit: Int
    var maximumCount: Int
    var small: [Item] = []
    var main: [Item] = []
    var ghost = GhostTable()

    var bytes: Int { (small + main).reduce(0) { $0 + $1.bytes } }
    var count: Int { small.count + main.count }

    mutating func makeRoom(_ bytes: Int) -> [UInt32] {
      var gone: [UInt32] = []
      while self.bytes > limit - bytes || count + 1 > maximumCount {
        gone.append(evict(limit / 10, maximumCount / 10, false))
      }
      return gone
    }

    mutating func evict(
      _ smallBytes: Int, _ smallCount: Int, _ remembersAll: Bool, _ remembersNew: Bool = true
    ) -> UInt32 {
      while true {
        let newBytes = small.reduce(0) { $0 + $1.bytes }
        if main.isEmpty
          || !small.isEmpty && (newBytes >= smallBytes || small.count >= max(smallCount, 1))
        {
          var item = small.removeFirst()
          guard item.hits == 0 else {
            item.hits = 0
            main.append(item)
            continue
          }
          if remembersNew { ghost.remember(item.hash, among: count + 1) }
          return item.hash
        }
        var item = main.removeFirst()
        guard item.hits > 0 else {
          if remembersAll { ghost.remember(item.hash, among: count + 1) }
          return item.hash
        }
        item.hits -= 1
        main.append(item)
      }
    }

    mutating func insert(_ item: Item) {
      if ghost.recall(item.hash, among: count) { main.append(item) } else { small.append(item) }
    }

    mutating func update(_ hash: UInt32, _ change: (inout Item) -> Void) {
      if let index = small.firstIndex(where: { $0.hash == hash }) {
        change(&small[index])
      } else if let index = main.firstIndex(where: { $0.hash == hash }) {
        change(&main[index])
      }
    }

    mutating func remove(_ hash: UInt32) {
      small.removeAll { $0.hash == hash }
      main.removeAll { $0.hash == hash }
    }
  }

  @Test(
    .onSeparateThread,
    arguments: [(200, Int.max), (2_000, Int.max), (2_000, 12), (Int.max, 7), (50, 3)])
  func answersAsTheModelDoes(limit: Int, maximumCount: Int) throws {
    try withEverySeed(in: 0..<12) { random in
      var policy = EvictionPolicy(maximumBytes: limit, maximumCount: maximumCount)
      var model = Model(limit: limit, maximumCount: maximumCount)
      var slots: [UInt32: Int] = [:]

      for step in 0..<1_500 {
        let comment = "\(random), step \(step)"
        let hash = UInt32.random(in: 0..<UInt32.random(in: 1...60, using: &random), using: &random)
        let bytes = Int.random(in: 0...40, using: &random)
        switch (Int.random(in: 0..<20, using: &random), slots[hash]) {
        case (0, let slot?):
          policy.remove(slot)
          model.remove(hash)
          slots[hash] = nil
        case (1...2, let slot?):
          // Replaces an entry, which is withdrawn while space is made.
          let place = policy.withdraw(slot)
          var item = try #require((model.small + model.main).first { $0.hash == hash })
          model.remove(hash)
          while let victim = policy.victim(toFit: bytes) {
            slots[policy.hash(of: victim)] = nil
          }
          _ = model.makeRoom(bytes)
          policy.reinsert(slot, bytes, at: place)
          item.bytes = bytes
          item.hits = min(item.hits + 1, 3)
          if place == .small { model.small.append(item) } else { model.main.append(item) }
        case (3, nil) where step % 7 == 0:
          let goal = policy.bytes * Int.random(in: 0...100, using: &random) / 100
          while policy.bytes > goal, let victim = policy.victim(toShrinkTo: goal) {
            let hash = policy.hash(of: victim)
            let expected = model.evict(goal / 10, .max, goal > 0, goal > 0)
            try #require(expected == hash, "\(comment)")
            slots[hash] = nil
          }
        case (_, let slot?):
          policy.hit(slot)
          model.update(hash) { $0.hits = min($0.hits + 1, 3) }
        case (_, nil):
          guard policy.accepts(bytes) else { break }
          var gone: [UInt32] = []
          while let victim = policy.victim(toFit: bytes) {
            gone.append(policy.hash(of: victim))
            slots[policy.hash(of: victim)] = nil
          }
          let expected = model.makeRoom(bytes)
          try #require(gone == expected, "\(comment)")
          slots[hash] = policy.insert(bytes, hash: hash)
          model.insert(Model.Item(hash: hash, bytes: bytes))
        }
        try policy.checkInvariants(comment)
        try #require(
          policy.smallSlots.map { policy.hash(of: $0) } == model.small.map(\.hash), "\(comment)")
        try #require(
          policy.mainSlots.map { policy.hash(of: $0) } == model.main.map(\.hash), "\(comment)")
        try #require(policy.bytes == model.bytes, "\(comment)")
        try #require(policy.slotCount <= 61, "\(comment)")
        try #require(policy.ghost.places.count <= 256, "\(comment)")
      }
    }
  }
}
