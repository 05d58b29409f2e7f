/// Decides what goes, and in which order, when memory is short.
///
/// What is farthest goes first; of what is equally far, what gives back most for the time that it
/// takes to make it again; of the rest, what has been gone longest. A container goes after
/// everything in it, so it waits for what comes later by that rule, and stays if anything in it
/// stays.
///
/// Of what is to go, something may stay after all. Then another goes instead: what never goes must
/// not stand in the way of all the others.
///
/// It knows neither screens nor clocks nor memory: numbers in, an order out.
struct UnloadPlan {
  /// A view, or a heavy resource, that nobody sees.
  struct Candidate {
    /// How many moves of the user's lie between what is seen and this.
    var distance = 0
    /// How many containers it is in.
    var depth = 0
    /// Since when it is gone, in nanoseconds of any clock.
    var goneSince: Int64 = 0
    /// What it took to make it, in nanoseconds.
    var rebuildTime: Int64 = 0
    /// What it holds, about.
    var bytes = 0
    /// Whether the user is likely to see it next.
    var isNeighbour = false
    /// Whether it has a reason of its own to stay.
    var stays = false
    /// Where its container is among the candidates, if that has a view as well.
    var parent: Int?
  }

  /// What becomes of a candidate.
  enum Fate: Hashable {
    /// It goes, when its turn comes.
    case goes
    /// It has a reason of its own to stay.
    case stays
    /// It stays because the user is likely to see it next.
    case isSpared
    /// It stays because something in it stays.
    case waitsForChildren
    /// It stays because the others are enough.
    case isNotNeeded
  }

  /// The candidates that go, by their places, in the order in which they go.
  private(set) var order: [Int] = []
  /// What becomes of each candidate.
  private(set) var fates: [Fate]

  private let candidates: [Candidate]
  private let target: Int
  /// What those that go hold, about.
  private var sum = Int128(0)
  /// All that may go, in the order in which it goes if nothing is ever enough.
  private var sequence: [Int] = []
  /// How many of these have had their turn.
  private var turns = 0

  /// Plans.
  ///
  /// - Parameters:
  ///   - candidates: everything that has a view and is not seen, in any order.
  ///   - sparesNeighbours: whether what the user is likely to see next stays.
  ///   - target: how many bytes are to be given back; nil: as many as can be had.
  /// - Complexity: O(*n* log *n*), and O(*n* *d*) in their depth.
  init(_ candidates: [Candidate], sparesNeighbours: Bool, target: Int? = nil) {
    self.candidates = candidates
    self.target = target ?? .max
    fates = candidates.map { candidate in
      if candidate.stays { return .stays }
      return sparesNeighbours && candidate.isNeighbour ? .isSpared : .isNotNeeded
    }
    for place in candidates.indices where fates[place] == .stays || fates[place] == .isSpared {
      keepContainers(of: place)
    }
    putInSequence()
    takeAsManyAsNeeded()
  }

  /// What those that go hold, about.
  var bytes: Int { Int(clamping: sum) }

  /// Has one after the other go, and others instead of those that stay after all.
  ///
  /// - Parameter goes: has one go, and says whether it went.
  /// - Returns: those that stayed; none of them is in the order any more, nor are their containers.
  /// - Complexity: O(*n*) for each that stays.
  mutating func carryOut(_ goes: (Int) -> Bool) -> Set<Int> {
    var stayed: Set<Int> = []
    var turn = 0
    while turn < order.count {
      let place = order[turn]
      if goes(place) {
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
    while let next = container, fates[next] == .isNotNeeded || fates[next] == .goes {
      doNotTake(next, .waitsForChildren)
      container = candidates[next].parent
    }
  }

  private mutating func doNotTake(_ place: Int, _ fate: Fate) {
    if fates[place] == .goes, let index = order.lastIndex(of: place) {
      order.remove(at: index)
      sum -= Self.weight(candidates[place])
    }
    fates[place] = fate
  }

  private mutating func takeAsManyAsNeeded() {
    while sum < target, turns < sequence.count {
      let place = sequence[turns]
      turns += 1
      guard fates[place] == .isNotNeeded else { continue }
      fates[place] = .goes
      order.append(place)
      sum += Self.weight(candidates[place])
    }
  }

  private mutating func putInSequence() {
    var missingChildren = [Int](repeating: 0, count: candidates.count)
    for candidate in candidates {
      if let parent = candidate.parent { missingChildren[parent] += 1 }
    }
    let ranked = candidates.indices.filter { fates[$0] == .isNotNeeded }
      .map { Rank(candidates[$0], place: $0) }.sorted()
    var waiting = [Bool](repeating: false, count: candidates.count)
    for rank in ranked {
      var next: Int? = rank.place
      waiting[rank.place] = true
      // A container whose turn has come goes with the last thing in it.
      while let place = next, waiting[place], missingChildren[place] == 0 {
        waiting[place] = false
        sequence.append(place)
        next = candidates[place].parent
        if let next { missingChildren[next] -= 1 }
      }
    }
  }

  private static func weight(_ candidate: Candidate) -> Int128 { Int128(max(0, candidate.bytes)) }

  /// By what candidates are compared.
  private struct Rank: Comparable {
    let place: Int
    let distance: Int
    let depth: Int
    let goneSince: Int64
    /// Bytes for a nanosecond of work.
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
