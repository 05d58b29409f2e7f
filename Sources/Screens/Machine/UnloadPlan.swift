/// Decides what is unloaded under memory pressure, and in which order.
///
/// The most distant candidate first; among equally distant ones, the one with the greatest product
/// of worth (bytes for the time to rebuild) and age (since it was visible or created). A container
/// follows everything in it, and stays if any of that stays.
///
/// Age keeps a view from staying forever because others are worth more. Suppose that one candidate
/// is worth *r* times another that is equally distant, and is visible or recreated at least every
/// *p* seconds: its product never exceeds *r* times that of the other at age *p*. Once the other's
/// age is more than *r* times *p* (or ``leastAge``, if that is longer), the other is first.
///
/// If a candidate refuses, another takes its place, so that it does not block the others.
struct UnloadPlan {
  struct Candidate {
    var distance = 0
    var depth = 0
    /// In nanoseconds since it was last visible or created.
    var age: Int64 = 0
    /// In nanoseconds.
    var rebuildTime: Int64 = 0
    var bytes = 0
    var isNeighbour = false
    var isRecent = false
    var stays = false
    /// Among the candidates, if the container has a view as well.
    var parent: Int?
  }

  enum Decision: Hashable {
    case unload
    case stays
    /// It stays because the user is likely to see it next, or has seen it a moment ago.
    case isSpared
    case waitsForChildren
    /// It stays because the others are enough.
    case isNotNeeded
    case refused
  }

  /// Below, ages count as equal: what was just visible is not compared by moments.
  static let leastAge: Int64 = 5_000_000_000

  private(set) var decisions: [Decision]

  private let candidates: [Candidate]
  private let target: Int
  private var sum = Int128(0)
  /// All candidates that may be unloaded, in the order that applies if nothing is ever enough.
  private var sequence: [Int] = []
  /// The number of elements of `sequence` considered so far.
  private var considered = 0
  /// The candidates that were to be unloaded, in order, including those that stay after all.
  private var taken: [Int] = []
  /// The number of elements of `taken` that ``next()`` has passed.
  private var turns = 0

  /// A sparing plan keeps what is likely to be visible next, or just was; O(*n* log *n*).
  init(_ candidates: [Candidate], isSparing: Bool, target: Int? = nil) {
    self.candidates = candidates
    self.target = target ?? .max
    decisions = candidates.map { candidate in
      if candidate.stays { return .stays }
      let isSpared = isSparing && (candidate.isNeighbour || candidate.isRecent)
      return isSpared ? .isSpared : .isNotNeeded
    }
    for place in candidates.indices
    where decisions[place] == .stays || decisions[place] == .isSpared {
      keepContainers(of: place)
    }
    putInSequence()
    takeAsManyAsNeeded()
  }

  var bytes: Int { Int(clamping: sum) }

  /// The candidates to unload; O(*n*).
  var order: [Int] { taken.filter { decisions[$0] == .unload } }

  /// The next candidate, which counts as unloaded unless ``refuse(_:)`` follows; amortized O(1).
  mutating func next() -> Int? {
    while turns < taken.count {
      let place = taken[turns]
      turns += 1
      if decisions[place] == .unload { return place }
    }
    return nil
  }

  /// Keeps the last candidate and its containers, and plans to unload others; amortized O(1).
  mutating func refuse(_ place: Int) {
    keep(place, .refused)
    keepContainers(of: place)
    takeAsManyAsNeeded()
  }

  /// Each container is kept once, so that all calls together are linear.
  private mutating func keepContainers(of place: Int) {
    var container = candidates[place].parent
    while let next = container, decisions[next] == .isNotNeeded || decisions[next] == .unload {
      keep(next, .waitsForChildren)
      container = candidates[next].parent
    }
  }

  private mutating func keep(_ place: Int, _ decision: Decision) {
    if decisions[place] == .unload { sum -= Self.weight(candidates[place]) }
    decisions[place] = decision
  }

  private mutating func takeAsManyAsNeeded() {
    while sum < target, considered < sequence.count {
      let place = sequence[considered]
      considered += 1
      guard decisions[place] == .isNotNeeded else { continue }
      decisions[place] = .unload
      taken.append(place)
      sum += Self.weight(candidates[place])
    }
  }

  private mutating func putInSequence() {
    var missingChildren = [Int](repeating: 0, count: candidates.count)
    for candidate in candidates {
      if let parent = candidate.parent { missingChildren[parent] += 1 }
    }
    let ranked = candidates.indices.filter { decisions[$0] == .isNotNeeded }
      .map { Rank(candidates[$0], place: $0) }.sorted()
    var waiting = [Bool](repeating: false, count: candidates.count)
    for rank in ranked {
      var next: Int? = rank.place
      waiting[rank.place] = true
      // A container whose turn has come follows the last candidate in it.
      while let place = next, waiting[place], missingChildren[place] == 0 {
        waiting[place] = false
        sequence.append(place)
        next = candidates[place].parent
        if let next { missingChildren[next] -= 1 }
      }
    }
  }

  private static func weight(_ candidate: Candidate) -> Int128 { Int128(max(0, candidate.bytes)) }

  private struct Rank: Comparable {
    let place: Int
    let distance: Int
    let depth: Int
    let age: Int64
    /// Worth, in bytes per nanosecond of rebuild time, times age.
    let value: Double

    init(_ candidate: Candidate, place: Int) {
      self.place = place
      distance = candidate.distance
      depth = candidate.depth
      age = candidate.age
      let worth = Double(max(0, candidate.bytes)) / Double(max(1, candidate.rebuildTime))
      value = worth * Double(max(UnloadPlan.leastAge, candidate.age))
    }

    static func < (one: Rank, other: Rank) -> Bool {
      if one.distance != other.distance { return one.distance > other.distance }
      if one.value != other.value { return one.value > other.value }
      if one.age != other.age { return one.age > other.age }
      if one.depth != other.depth { return one.depth > other.depth }
      return one.place < other.place
    }
  }
}
