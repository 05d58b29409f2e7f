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
      var used: UInt32 = 0
      var hits = 0
    }

    var limit: Int
    var maximumCount: Int
    var small: [Item] = []
    var main: [Item] = []
    var ghost = GhostTable()
    var share = 0.1
    var now: UInt32 = 0

    var bytes: Int { (small + main).reduce(0) { $0 + $1.bytes } }
    var count: Int { small.count + main.count }

    func part(of limit: Int) -> Int { Int(Double(limit) * share) }

    /// Returns whether a new entry joins the main queue.
    mutating func joinsMain(_ hash: UInt32, _ bytes: Int) -> Bool {
      guard let ghost = ghost.recall(hash, among: count) else { return false }
      let isFull = self.bytes > limit - bytes || count >= maximumCount
      let mainBytes = main.reduce(0) { $0 + $1.bytes }
      var joins =
        main.isEmpty
        || mainBytes <= limit - part(of: limit) - bytes
          && main.count < maximumCount - max(part(of: maximumCount), 1)
      if !joins {
        // The first entry without hits is compared; each one before it is moved to the end.
        while main[0].hits > 0 {
          var item = main.removeFirst()
          item.hits -= 1
          main.append(item)
        }
        joins = now - main[0].used > now - ghost.used
        if !joins { main.append(main.removeFirst()) }
      }
      if isFull {
        let entries =
          switch (ghost.origin, joins) {
          case (.small, true): ghost.weight
          case (.small, false): -1.0
          case (.main, true): -4 * ghost.weight
          case (.main, false): -ghost.weight
          }
        share = min(max(share + entries / Double(max(count, 1)), 0.01), 0.99)
      }
      return joins
    }

    mutating func makeRoom(_ bytes: Int) -> [UInt32] {
      var gone: [UInt32] = []
      while self.bytes > limit - bytes || count + 1 > maximumCount {
        gone.append(evict(part(of: limit), part(of: maximumCount), hitsToStay: 2, true))
      }
      return gone
    }

    mutating func evict(
      _ smallBytes: Int, _ smallCount: Int, hitsToStay: Int, _ remembers: Bool
    ) -> UInt32 {
      while true {
        let newBytes = small.reduce(0) { $0 + $1.bytes }
        if main.isEmpty
          || !small.isEmpty && (newBytes >= smallBytes || small.count >= max(smallCount, 1))
        {
          var item = small.removeFirst()
          guard item.hits < hitsToStay else {
            item.hits = 0
            main.append(item)
            continue
          }
          if remembers {
            ghost.remember(item.hash, from: .small, used: item.used, among: count + 1)
          }
          return item.hash
        }
        var item = main.removeFirst()
        guard item.hits > 0 else {
          if remembers {
            ghost.remember(item.hash, from: .main, used: item.used, among: count + 1)
          }
          return item.hash
        }
        item.hits -= 1
        main.append(item)
      }
    }

    mutating func insert(_ hash: UInt32, _ bytes: Int, inMain: Bool) {
      now += 1
      let item = Item(hash: hash, bytes: bytes, used: now)
      if inMain { main.append(item) } else { small.append(item) }
    }

    mutating func hit(_ hash: UInt32) {
      let now = now
      update(hash) { item in
        item.hits = min(item.hits + 1, 3)
        item.used = now
      }
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
          item.used = model.now
          if place == .small { model.small.append(item) } else { model.main.append(item) }
        case (3, nil) where step % 7 == 0:
          let goal = policy.bytes * Int.random(in: 0...100, using: &random) / 100
          while policy.bytes > goal, let victim = policy.victim(toShrinkTo: goal) {
            let hash = policy.hash(of: victim)
            let part = Int(Double(goal) * min(model.share, 0.1))
            let expected = model.evict(part, .max, hitsToStay: 1, goal > 0)
            try #require(expected == hash, "\(comment)")
            slots[hash] = nil
          }
        case (_, let slot?):
          policy.hit(slot)
          model.hit(hash)
        case (_, nil):
          guard policy.accepts(bytes) else { break }
          var gone: [UInt32] = []
          let queue = policy.queue(forNew: bytes, hash: hash)
          while let victim = policy.victim(toFit: bytes) {
            gone.append(policy.hash(of: victim))
            slots[policy.hash(of: victim)] = nil
          }
          let joinsMain = model.joinsMain(hash, bytes)
          try #require((queue == .main) == joinsMain, "\(comment)")
          let expected = model.makeRoom(bytes)
          try #require(gone == expected, "\(comment)")
          slots[hash] = policy.insert(bytes, hash: hash, at: queue)
          model.insert(hash, bytes, inMain: joinsMain)
        }
        try policy.checkInvariants(comment)
        try #require(
          policy.smallSlots.map { policy.hash(of: $0) } == model.small.map(\.hash), "\(comment)")
        try #require(
          policy.mainSlots.map { policy.hash(of: $0) } == model.main.map(\.hash), "\(comment)")
        try #require(policy.bytes == model.bytes, "\(comment)")
        try #require(policy.smallShare == model.share, "\(comment)")
        try #require(policy.slotCount <= 61, "\(comment)")
        try #require(policy.ghost.places.count <= 256, "\(comment)")
      }
    }
  }
}
