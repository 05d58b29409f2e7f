import TestSupport
import Testing

@testable import StagecraftOperations

/// A long search for a cycle is made in pieces, between which other calls change the edges.
@Suite final class SearchInPiecesTests {
  private var machine = OperationMachine.library(limit: 9)

  private func chain(_ count: Int) -> [Slot] {
    var chain = [machine.make(isSubmitted: false)]
    for _ in 1..<count { chain.append(machine.make((.follows, chain[chain.count - 1]))) }
    return chain
  }

  private func beginSearch(from dependency: Slot, to dependent: Slot) -> CycleSearch {
    let search = CycleSearch(
      from: machine.id(of: dependency), to: machine.id(of: dependent), slots: machine.records.bound,
      categories: machine.categories.bound)
    machine.cycleSearches.append(search)
    return search
  }

  /// The answer of a search of which no piece takes more than `steps`.
  private func finish(
    _ search: CycleSearch, steps: Int = 10, _ between: () throws -> Void = {}
  ) rethrows -> OperationMachine.CycleAnswer {
    while true {
      let before = machine.stepCount
      let answer = machine.advance(search, steps: steps)
      #expect(machine.stepCount - before <= steps)
      if answer != .unfinished { return answer }
      if search.isOutgrown { return .unfinished }
      try between()
    }
  }

  /// Compares what errors report.
  private func isPath(_ path: [NodeID], _ slots: [Slot]) -> Bool {
    let ids = slots.map { machine.id(of: $0) }
    return path.prefix(16) == ids.prefix(16) && path.suffix(16) == ids.suffix(16)
  }

  @Test func aCycleOfThousandsIsFoundInShortPieces() throws {
    let chain = chain(5_000)
    let (first, last) = (chain[0], chain[4_999])
    #expect(throws: OperationMachine.EdgeRefusal.unfinished) {
      try machine.linkLate(.follows, to: last, from: first, limit: 100)
    }
    _ = beginSearch(from: last, to: first)
    var pieces = 0
    while true {
      let before = machine.stepCount
      do throws(OperationMachine.EdgeRefusal) {
        try machine.linkLate(.follows, to: last, from: first, limit: 100)
        Issue.record("It would wait for itself.")
        break
      } catch {
        #expect(machine.stepCount - before <= 100)
        pieces += 1
        guard case .cycle(let path) = error else { continue }
        #expect(isPath(path, chain.reversed()))
        #expect((33...200).contains(path.count), "The middle is not kept.")
        break
      }
    }
    #expect(pieces > 50)
    machine.cycleSearches = []
    try machine.checkInvariants()
  }

  /// The only link between two chains is added after both ends of the search have passed it.
  @Test func aLinkAddedMeanwhileClosesTheCycle() throws {
    let (lower, upper) = (chain(500), chain(500))
    let search = beginSearch(from: upper[499], to: lower[0])
    var steps = 0
    let answer = try finish(search) {
      steps += 1
      if steps == 60 {
        try machine.linkLate(.follows, to: lower[200], from: upper[300])
      }
    }
    guard case .path(let path) = answer else {
      Issue.record("There is a path.")
      return
    }
    #expect(isPath(path, upper[300...].reversed() + lower[...200].reversed()))
  }

  /// The link is removed before the search has reached it, when it has passed it, or after its ends
  /// have met; `moment` is the number of pieces before.
  @Test(arguments: [(0, 500, 1), (30, 500, 1), (30, 800, 2), (60, 500, 2)])
  func aLinkRemovedMeanwhileOpensTheCycle(_ moment: Int, _ place: Int, _ runs: Int) throws {
    let chain = chain(1_000)
    let search = beginSearch(from: chain[999], to: chain[0])
    var (steps, met) = (0, false)
    let answer = finish(search, steps: 20) {
      if steps == moment {
        met = search.hasMet
        let wasThere = machine.unlink(chain[place - 1], from: chain[place], [.follows])
        #expect(wasThere)
      }
      steps += 1
    }
    #expect(answer == .none && met == (moment == 60))
    #expect(search.runs == runs)
  }

  /// The last of a chain needs a category, which the first holds from the start or receives while
  /// it is searched for.
  @Test(arguments: [false, true]) func theHolderOfACategoryIsFound(isLate: Bool) throws {
    let category = machine.addCategory(limit: 1)
    let holder = machine.make(categories: [category], isSubmitted: !isLate)
    if !isLate { _ = machine.start() }
    // What waits for the holder is searched meanwhile.
    var above = holder
    for _ in 0..<500 { above = machine.make((.follows, above)) }
    let blocker = machine.make(isSubmitted: false)
    let needy = machine.make((.follows, blocker), categories: [category])
    var chain = [needy]
    for _ in 0..<500 { chain.append(machine.make((.follows, chain[chain.count - 1]))) }
    let search = beginSearch(from: chain[500], to: holder)
    var pieces = 0
    let answer = finish(search) {
      pieces += 1
      guard isLate, pieces == 20 else { return }
      machine.submit(holder)
      _ = machine.start()
    }
    guard case .path(let path) = answer else {
      Issue.record("There is a path.")
      return
    }
    #expect(isPath(path, chain.reversed() + [holder]))
    #expect(search.runs == 1)
  }

  /// Otherwise a search would never end while others use one between its pieces.
  @Test func theUseOfOtherCategoriesDoesNotRestartASearch() {
    let (one, other) = (chain(500), chain(500))
    let printer = machine.addCategory(limit: 1)
    let search = beginSearch(from: one[499], to: other[0])
    var pieces = 0
    let answer = finish(search, steps: 100) {
      pieces += 1
      if pieces > 100 { return }
      let user = machine.make(categories: [printer])
      _ = machine.start()
      _ = machine.finish(user)
    }
    #expect(answer == .none)
    #expect(search.runs == 1 && pieces < 100)
  }

  /// The category is free when the search passes an operation that needs it.
  @Test func theLaterHolderOfACategoryIsFollowed() throws {
    let category = machine.addCategory(limit: 1)
    // What waits is searched meanwhile.
    let (above, below, last) = (chain(500), chain(3_000), chain(500)[499])
    let needy = machine.make((.follows, last), categories: [category])
    try machine.linkLate(.follows, to: needy, from: above[0])
    let search = beginSearch(from: above[499], to: below[0])
    var holder: Slot?
    let answer = finish(search) {
      guard holder == nil, search.follower(of: category) != nil else { return }
      holder = machine.make(categories: [category])
      _ = machine.start()
      _ = try? machine.beginAwait(below[2_999], by: holder!)
    }
    guard case .path(let path) = answer, let holder else {
      Issue.record("There is a path.")
      return
    }
    #expect(isPath(path, above.reversed() + [needy, holder] + below.reversed()))
    #expect(search.runs == 1)
  }

  /// The operation from which the search followed a category has left, and its slot is used again.
  @Test func theHolderOfACategoryIsFollowedThoughItsFollowerHasLeft() throws {
    let category = machine.addCategory(limit: 1)
    let (above, below) = (chain(500), chain(3_000))
    let needy = (0..<2).map { _ in machine.make(categories: [category], isSubmitted: false) }
    for one in needy { try machine.linkLate(.follows, to: one, from: above[0]) }
    let search = beginSearch(from: above[499], to: below[0])
    var (first, holder): (NodeID?, Slot?)
    let answer = try finish(search, steps: 1) {
      guard holder == nil, let follower = search.follower(of: category) else { return }
      if first == nil { first = follower }
      guard first != follower else { return }
      _ = machine.cancel(follower.slot, .requested, .this)
      let other = machine.make(isSubmitted: false)
      #expect(other == follower.slot, "The slot is used again.")
      try machine.linkLate(.follows, to: other, from: above[499])
      holder = machine.make(categories: [category])
      _ = machine.start()
      _ = try machine.beginAwait(below[2_999], by: holder!)
    }
    guard case .path = answer else {
      Issue.record("There is a path, by the other operation that needs the category.")
      return
    }
    #expect(holder != nil)
  }

  /// A new child has no part in what was found already.
  @Test func aChildWithoutCategoriesDoesNotRestartASearch() throws {
    let chain = chain(1_000)
    let category = machine.addCategory(limit: 1)
    let parent = machine.make(categories: [category])
    _ = machine.start()
    let search = beginSearch(from: chain[999], to: chain[0])
    var pieces = 0
    let answer = finish(search) {
      pieces += 1
      guard pieces == 20 else { return }
      let child = machine.make(isSubmitted: false)
      // The search has passed the child before it has a parent.
      try? machine.linkLate(.follows, to: child, from: chain[999])
      machine.adopt(child, by: parent)
    }
    guard case .path = answer else {
      Issue.record("There is a path.")
      return
    }
    #expect(search.runs == 1)
  }

  @Test func anotherSearchIsNeededIfTheTableOutgrowsIt() throws {
    let chain = chain(300)
    let search = beginSearch(from: chain[299], to: chain[0])
    let answer = finish(search) {
      while machine.records.bound < 2_500 { _ = self.chain(100) }
      _ = machine.make((.follows, chain[0]))
    }
    #expect(answer == .unfinished && search.isOutgrown)
  }

  /// Edges come and go between the pieces; the answer is that of a search in one piece.
  @Test func theAnswerIsThatOfASearchInOnePiece() throws {
    var cycles = 0
    try withEverySeed(in: 0..<400) { generator in
      let test = SearchInPiecesTests()
      let categories = (0..<3).map { _ in test.machine.addCategory(limit: 1) }
      var slots = (0..<40).map { number in
        test.machine.make(
          categories: number % 4 == 0 ? [categories[number % 3]] : [], isSubmitted: number % 4 == 0)
      }
      _ = test.machine.start()
      func change() {
        let (one, other) = (
          slots.randomElement(using: &generator)!, slots.randomElement(using: &generator)!
        )
        switch Int.random(in: 0..<12, using: &generator) {
        case 0..<4: try? test.machine.linkLate(.follows, to: one, from: other)
        case 4..<6: _ = test.machine.unlink(one, from: other, [.follows])
        case 6 where other != slots[0] && other != slots[1]:
          _ = test.machine.cancel(other, .requested, .this)
          slots.removeAll { $0 == other }
        case 7:
          let category = categories.randomElement(using: &generator)!
          slots.append(test.machine.make((.follows, one), categories: [category]))
        case 8:
          test.machine.submit(one)
          _ = test.machine.start()
        case 9 where test.machine[other].phase == .executing:
          _ = try? test.machine.beginAwait(one, by: other)
        case 10
        where test.machine[other].phase == .executing && other != slots[0] && other != slots[1]:
          _ = test.machine.finish(other)
          slots.removeAll { $0 == other }
        default: slots.append(test.machine.make((.follows, one), isSubmitted: false))
        }
      }
      for _ in 0..<120 { change() }
      let search = test.beginSearch(from: slots[1], to: slots[0])
      let answer = test.finish(search, steps: 3) { change() }
      let expected = test.machine.path(from: slots[1], to: slots[0])
      switch answer {
      case .none: try check(expected == nil, "there is no path")
      case .unfinished: throw BrokenPromise("it does not outgrow its table")
      case .path(let path):
        cycles += 1
        try check(expected != nil, "there is a path")
        try check(
          path.first == search.dependency && path.last == search.dependent, "it has both ends")
        for (above, below) in zip(path, path.dropFirst()) {
          guard let slot = test.machine.slot(of: above) else { throw BrokenPromise("it is there") }
          try check(
            test.machine.dependencies(of: slot).contains {
              test.machine.id(of: $0.dependency) == below
            }
              || test.machine[slot].categories.contains { category in
                test.machine.categories[category].holders.contains {
                  test.machine.id(of: $0) == below
                }
              }, "each operation of a path waits for the next")
        }
      }
    }
    #expect((10...390).contains(cycles))
  }
}
