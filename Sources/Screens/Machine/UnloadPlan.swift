/// Decides what is unloaded under memory pressure, and in which order.
///
/// The most distant candidate is unloaded first; among equally distant ones, the one that frees the
/// most for the time it takes to rebuild; otherwise, the one that disappeared first. A container
/// follows everything in it: it waits for children that come later by that rule, and stays if any
/// of them stays.
///
/// A candidate may refuse when it is to be unloaded. Then another takes its place, so that a view
/// that is never unloaded does not block the others.
///
/// The plan is pure: it uses no screens, clocks or memory, only numbers.
struct UnloadPlan {
  /// A hidden view or heavy resource.
  struct Candidate {
    /// The number of steps between what is visible and this.
    var distance = 0
    /// The number of containers it is in.
    var depth = 0
    /// The time at which it disappeared, in nanoseconds of any clock.
    var goneSince: Int64 = 0
    /// The time it took to create, in nanoseconds.
    var rebuildTime: Int64 = 0
    /// The approximate number of bytes it holds.
    var bytes = 0
    /// Whether the user is likely to see it next.
    var isNeighbour = false
    /// Whether it has its own reason to stay.
    var stays = false
    /// The index of its container among the candidates, if that has a view as well.
    var parent: Int?
  }

  /// The decision about a candidate.
  enum Decision: Hashable {
    /// It is unloaded.
    case unload
    /// It stays for its own reason.
    case stays
    /// It stays because the user is likely to see it next.
    case isSpared
    /// It stays because something in it stays.
    case waitsForChildren
    /// It stays because the others are enough.
    case isNotNeeded
  }

  /// The indices of the candidates to unload, in order.
  private(set) var order: [Int] = []
  /// The decision about each candidate.
  private(set) var decisions: [Decision]

  private let candidates: [Candidate]
  private let target: Int
  /// The approximate number of bytes of the candidates to unload.
  private var sum = Int128(0)
  /// All candidates that may be unloaded, in the order that applies if nothing is ever enough.
  private var sequence: [Int] = []
  /// The number of elements of `sequence` considered so far.
  private var turns = 0

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - candidates: All hidden views, or all heavy resources of hidden screens, in any order.
  ///   - sparesNeighbours: Whether what the user is likely to see next stays.
  ///   - target: The number of bytes to release; nil to release as many as possible.
  /// - Complexity: O(*n* log *n*), and O(*n* *d*) in their depth.
  init(_ candidates: [Candidate], sparesNeighbours: Bool, target: Int? = nil) {
    self.candidates = candidates
    self.target = target ?? .max
    decisions = candidates.map { candidate in
      if candidate.stays { return .stays }
      return sparesNeighbours && candidate.isNeighbour ? .isSpared : .isNotNeeded
    }
    for place in candidates.indices
    where decisions[place] == .stays || decisions[place] == .isSpared {
      keepContainers(of: place)
    }
    putInSequence()
    takeAsManyAsNeeded()
  }

  /// The approximate number of bytes of the candidates to unload.
  var bytes: Int { Int(clamping: sum) }

  /// Unloads the candidates in order, and others instead of those that refuse.
  ///
  /// - Parameter unload: Unloads the candidate at an index, and returns whether it was unloaded.
  /// - Returns: The candidates that refused; neither they nor their containers are in ``order`` any
  ///   more.
  /// - Complexity: O(*n*) for each that refuses.
  mutating func perform(_ unload: (Int) -> Bool) -> Set<Int> {
    var stayed: Set<Int> = []
    var turn = 0
    while turn < order.count {
      let place = order[turn]
      if unload(place) {
        turn += 1
        continue
      }
      stayed.insert(place)
      doNotTake(place, .stays)
      keepContainers(of: place)
      takeAsManyAsNeeded()
    }
    return stayed
  }

  private mutating func keepContainers(of place: Int) {
    var container = candidates[place].parent
    while let next = container, decisions[next] == .isNotNeeded || decisions[next] == .unload {
      doNotTake(next, .waitsForChildren)
      container = candidates[next].parent
    }
  }

  private mutating func doNotTake(_ place: Int, _ decision: Decision) {
    if decisions[place] == .unload, let index = order.lastIndex(of: place) {
      order.remove(at: index)
      sum -= Self.weight(candidates[place])
    }
    decisions[place] = decision
  }

  private mutating func takeAsManyAsNeeded() {
    while sum < target, turns < sequence.count {
      let place = sequence[turns]
      turns += 1
      guard decisions[place] == .isNotNeeded else { continue }
      decisions[place] = .unload
      order.append(place)
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

  /// The values by which candidates are compared.
  private struct Rank: Comparable {
    let place: Int
    let distance: Int
    let depth: Int
    let goneSince: Int64
    /// Bytes per nanosecond of rebuild time.
    let worth: Double

    init(_ candidate: Candidate, place: Int) {
      self.place = place
      distance = candidate.distance
      depth = candidate.depth
      goneSince = candidate.goneSince
      worth = Double(max(0, candidate.bytes)) / Double(max(1, candidate.rebuildTime))
    }

    static func < (one: Rank, other: Rank) -> Bool {
      if one.distance != other.distance { return one.distance > other.distance }
      if one.worth != other.worth { return one.worth > other.worth }
      if one.goneSince != other.goneSince { return one.goneSince < other.goneSince }
      if one.depth != other.depth { return one.depth > other.depth }
      return one.place < other.place
    }
  }
}
