import TestSupport
import Testing

@testable import StagecraftScreens

@Suite("An unloading plan", .timeLimit(.minutes(3)))
struct UnloadPlanTests {
  typealias Candidate = UnloadPlan.Candidate

  private func order(
    _ candidates: [Candidate], sparing: Bool = false, target: Int? = nil
  ) -> [Int] {
    UnloadPlan(candidates, isSparing: sparing, target: target).order
  }

  @Test("begins with the most distant view")
  func farthestFirst() {
    #expect(order([1, 3, 2].map { Candidate(distance: $0) }) == [1, 2, 0])
  }

  @Test("then takes the views that free most for the time it takes to recreate them")
  func mostValuableFirst() {
    #expect(
      order([
        Candidate(rebuildTime: 100, bytes: 1_000), Candidate(rebuildTime: 10, bytes: 200),
        Candidate(rebuildTime: 0, bytes: 50),
      ]) == [2, 1, 0])
  }

  private static let second: Int64 = 1_000_000_000

  @Test("then takes worth times age: what is worth less comes first when it is old enough")
  func ageOutweighsWorth() {
    let old = Candidate(age: 65 * Self.second, bytes: 10)
    #expect(order([Candidate(age: 6 * Self.second, bytes: 100), old]) == [1, 0])
    #expect(order([Candidate(age: 7 * Self.second, bytes: 100), old]) == [0, 1])
  }

  @Test("compares no ages below five seconds")
  func agesOfAMoment() {
    #expect(
      order([Candidate(age: 4 * Self.second, bytes: 10), Candidate(age: 1, bytes: 11)]) == [1, 0])
  }

  /// The user goes back and forth between two views, which are worth a thousand times more than the
  /// three others.
  ///
  /// All are equally distant, and each pass needs one.
  @Test("takes every view in the end, however much the others are worth")
  func nothingStarves() {
    var views = (0..<5).map { Candidate(distance: 1, bytes: $0 < 2 ? 1_000 : 1) }
    var passes: [Int: Int] = [:]
    for pass in 1...1_010 {
      for place in views.indices {
        views[place].age = place < 2 ? 10 * Self.second : views[place].age + 10 * Self.second
      }
      for place in order(views, sparing: true, target: 1) {
        views[place].age = 0
        passes[place] = passes[place] ?? pass
      }
    }
    // Never before they are a thousand times as old, and then at once.
    #expect(passes == [0: 1, 2: 1_000, 3: 1_001, 4: 1_002])
  }

  @Test("takes the older of two views within the documented time")
  func ageIsBounded() throws {
    try withEverySeed(in: 0..<300) { generator in
      // The first is worth less, and hidden; the second was visible within the last period.
      let bytes = Int.random(in: 1...1_000, using: &generator)
      let ratio = Int64.random(in: 1...1_000, using: &generator)
      let period = Int64.random(in: 1...100, using: &generator) * Self.second
      let old = ratio * max(period, UnloadPlan.leastAge) + Self.second
      let rebuildTime = Int64.random(in: 1...1_000_000, using: &generator)
      let views = [
        Candidate(
          age: Int64.random(in: 0...period, using: &generator), rebuildTime: rebuildTime,
          bytes: bytes * Int(ratio)),
        Candidate(age: old, rebuildTime: rebuildTime, bytes: bytes),
      ]
      #expect(order(views, target: 1) == [1], "\(Labels.text)")
    }
  }

  @Test("then those hidden longest, then the deepest, then those listed first")
  func tiesAreBroken() {
    #expect(order([1, 2, .max].map { Candidate(age: $0) }) == [2, 1, 0])
    #expect(order([0, 2, 1].map { Candidate(depth: $0) }) == [1, 2, 0])
    #expect(order([Candidate(), Candidate(), Candidate()]) == [0, 1, 2])
  }

  @Test("stops when the target is reached, and not before")
  func stopsAtTheTarget() {
    let candidates = [3, 2, 1, 0].map { Candidate(distance: $0, bytes: 10) }
    #expect(order(candidates, target: 0) == [])
    #expect(order(candidates, target: 1) == [0])
    #expect(order(candidates, target: 10) == [0])
    #expect(order(candidates, target: 11) == [0, 1])
    #expect(order(candidates, target: 1_000) == [0, 1, 2, 3])
    let plan = UnloadPlan(candidates, isSparing: true, target: 20)
    #expect(plan.decisions == [.unload, .unload, .isNotNeeded, .isNotNeeded])
    #expect(plan.bytes == 20)
  }

  @Test("keeps views that the user is likely to see next, and their containers")
  func sparesNeighbours() {
    let candidates = [
      Candidate(distance: 1), Candidate(distance: 1, isNeighbour: true, parent: 0),
      Candidate(distance: 1, parent: 0),
    ]
    let plan = UnloadPlan(candidates, isSparing: true)
    #expect(plan.order == [2])
    #expect(plan.decisions == [.waitsForChildren, .isSpared, .unload])
    #expect(UnloadPlan(candidates, isSparing: false).order == [1, 2, 0])
  }

  @Test("keeps views that were visible a moment ago, and their containers")
  func sparesRecentViews() {
    let candidates = [
      Candidate(distance: 1), Candidate(distance: 1, isRecent: true, parent: 0),
      Candidate(distance: 1, parent: 0),
    ]
    let plan = UnloadPlan(candidates, isSparing: true)
    #expect(plan.order == [2])
    #expect(plan.decisions == [.waitsForChildren, .isSpared, .unload])
    #expect(UnloadPlan(candidates, isSparing: false).order == [1, 2, 0])
  }

  @Test("keeps views with a reason to stay, and their containers")
  func keepsContainers() {
    let plan = UnloadPlan(
      [
        Candidate(distance: 1), Candidate(distance: 2, parent: 0),
        Candidate(distance: 3, stays: true, parent: 1), Candidate(distance: 9, parent: 1),
      ], isSparing: false)
    #expect(plan.order == [3])
    #expect(plan.decisions == [.waitsForChildren, .waitsForChildren, .stays, .unload])
  }

  @Test("makes a container wait for its last child")
  func containersWait() {
    // The container is worth more, and has been hidden for longer.
    let candidates = [
      Candidate(distance: 1, bytes: 1_000), Candidate(distance: 1, bytes: 2, parent: 0),
      Candidate(distance: 1, bytes: 1, parent: 0), Candidate(distance: 0, bytes: 5),
    ]
    #expect(order(candidates) == [1, 2, 0, 3])
    // The target is reached before its last child: it is retained.
    let plan = UnloadPlan(candidates, isSparing: false, target: 2)
    #expect(plan.order == [1])
    #expect(plan.decisions == [.isNotNeeded, .unload, .isNotNeeded, .isNotNeeded])
  }

  @Test("replaces a view that stays by another, if one is needed")
  func carriedOut() {
    var plan = UnloadPlan(
      [5, 4, 3, 2, 1].map { Candidate(distance: $0, bytes: 10) }, isSparing: false,
      target: 20)
    var asked: [Int] = []
    let stayed = plan.perform { place in
      asked.append(place)
      return place != 0 && place != 2
    }
    #expect(asked == [0, 1, 2, 3])
    #expect(stayed == [0, 2])
    #expect(plan.order == [1, 3])
    #expect(plan.bytes == 20)
    #expect(plan.decisions == [.refused, .unload, .refused, .unload, .isNotNeeded])
  }

  @Test("does not ask containers of a view that stays")
  func carriedOutInTrees() {
    var plan = UnloadPlan(
      [
        Candidate(distance: 1, bytes: 10), Candidate(distance: 2, bytes: 10, parent: 0),
        Candidate(distance: 3, bytes: 10, parent: 1), Candidate(distance: 0, bytes: 10),
      ], isSparing: false, target: 30)
    #expect(plan.order == [2, 1, 0])
    var asked: [Int] = []
    let stayed = plan.perform { place in
      asked.append(place)
      return place == 3
    }
    #expect(asked == [2, 3])
    #expect(stayed == [2])
    #expect(plan.decisions == [.waitsForChildren, .waitsForChildren, .refused, .unload])
    #expect(plan.bytes == 10)
  }

  /// Each refusal once searched for its place in the order and removed it there: with so many, the
  /// suite's time limit would have passed.
  @Test("takes linear time when everything refuses", .onSeparateThread)
  func manyRefusals() {
    let count = 300_000
    var plan = UnloadPlan(
      (0..<count).map { Candidate(distance: count - $0, parent: $0 % 2 == 1 ? $0 - 1 : nil) },
      isSparing: true)
    var asked = 0
    let stayed = plan.perform { _ in
      asked += 1
      return false
    }
    #expect(asked == count / 2 && stayed.count == count / 2, "No container was asked.")
    #expect(plan.order == [] && plan.bytes == 0)
  }

  @Test("adds without overflow")
  func saturates() {
    let plan = UnloadPlan(
      [Candidate(bytes: .max), Candidate(bytes: .max), Candidate(bytes: -7)],
      isSparing: false)
    #expect(plan.bytes == .max)
    #expect(Set(plan.order).isSubset(of: [0, 1, 2]))
  }

  @Test("of a tree satisfies all guarantees", .onSeparateThread)
  func randomTrees() throws {
    try withEverySeed(in: 0..<300) { generator in
      let candidates = randomForest(&generator)
      let target = generator.oneIn(2) ? nil : Int.random(in: 0...200, using: &generator)
      let spares = generator.oneIn(2)
      let plan = UnloadPlan(candidates, isSparing: spares, target: target)
      #expect(Set(plan.order).count == plan.order.count, "\(Labels.text)")
      check(plan, of: candidates, spares, target)

      // The same, when some of them refuse.
      let refusing = Set(candidates.indices.filter { _ in generator.oneIn(4) })
      var carriedOut = plan
      let stayed = carriedOut.perform { !refusing.contains($0) }
      #expect(stayed.isSubset(of: refusing), "\(Labels.text)")
      var known = candidates
      for place in stayed { known[place].stays = true }
      check(carriedOut, of: known, spares, target)
    }
  }

  /// Parents precede their children, and are not farther.
  private func randomForest(_ generator: inout SeededGenerator) -> [Candidate] {
    var candidates: [Candidate] = []
    for place in 0..<Int.random(in: 0...30, using: &generator) {
      let parent =
        place == 0 || generator.oneIn(3) ? nil : Int.random(in: 0..<place, using: &generator)
      let above = parent.map { candidates[$0] }
      candidates.append(
        Candidate(
          distance: (above?.distance ?? 0) + Int.random(in: 0...2, using: &generator),
          depth: (above?.depth ?? -1) + 1, age: Int64.random(in: 0...3, using: &generator),
          rebuildTime: Int64.random(in: 0...3, using: &generator),
          bytes: Int.random(in: 0...20, using: &generator),
          isNeighbour: generator.oneIn(5), isRecent: generator.oneIn(5), stays: generator.oneIn(6),
          parent: parent))
    }
    return candidates
  }

  private func check(
    _ plan: UnloadPlan, of candidates: [Candidate], _ spares: Bool, _ target: Int?
  ) {
    var gone: Set<Int> = []
    var bytes = 0
    for place in plan.order {
      let candidate = candidates[place]
      #expect(!candidate.stays && !(spares && candidate.isSparable), "\(Labels.text)")
      for child in candidates.indices where candidates[child].parent == place {
        #expect(gone.contains(child), "a container was unloaded before its child; \(Labels.text)")
      }
      #expect(
        target.map { bytes < $0 } ?? true, "more was unloaded than was needed; \(Labels.text)")
      gone.insert(place)
      bytes += candidate.bytes
    }
    #expect(plan.bytes == bytes, "\(Labels.text)")
    for place in candidates.indices {
      #expect((plan.decisions[place] == .unload) == gone.contains(place), "\(Labels.text)")
    }
    guard target.map({ bytes < $0 }) ?? true else { return }
    // It was not enough: everything that may be unloaded was.
    for (place, candidate) in candidates.enumerated() where !gone.contains(place) {
      let isKept = candidate.stays || (spares && candidate.isSparable)
      let hasKeptChild = candidates.indices.contains {
        candidates[$0].parent == place && !gone.contains($0)
      }
      #expect(isKept || hasKeptChild, "\(Labels.text)")
    }
  }
}

extension UnloadPlan {
  /// Unloads the candidates in order.
  ///
  /// - Parameter unload: Returns whether a candidate was unloaded.
  /// - Returns: The candidates that refused.
  fileprivate mutating func perform(_ unload: (Int) -> Bool) -> Set<Int> {
    var refused: Set<Int> = []
    while let place = next() {
      guard !unload(place) else { continue }
      refused.insert(place)
      refuse(place)
    }
    return refused
  }
}

extension UnloadPlan.Candidate {
  fileprivate var isSparable: Bool { isNeighbour || isRecent }
}
