import TestSupport
import Testing

@testable import StagecraftMemory

struct ResponderListTests {
  private func record(isOwned: Bool = false) -> ResponderRecord {
    let lives: @Sendable () -> Bool = { true }
    let responder = Responder(
      name: "covers", cost: .computed, priority: .normal, level: .elevated, place: .anywhere,
      isAlive: isOwned ? lives : nil, estimate: nil, release: { _ in 0 })
    return ResponderRecord(box: ResponderRecord.Box(responder))
  }

  @Test
  func removedAndUnknownRespondersAreNotFound() {
    var list = ResponderList()
    #expect(list.remove(ResponderID(number: 0)) == nil)
    let first = list.append(record())
    let second = list.append(record())
    #expect(list.remove(ResponderID(number: 99)) == nil)
    #expect(list.remove(first) != nil)
    #expect(list.remove(first) == nil)
    #expect(list[first] == nil)
    #expect(list[second] != nil)
    list.setOverdue(true, first)
    #expect(list.candidates.map(\.isOverdue) == [false])
    #expect(list.removeAll().count == 1)
    #expect(list.count == 0 && list[second] == nil)
    // Numbers are not reused.
    #expect(list.append(record()).number == 3)
  }

  /// Compares the list with an array.
  @Test(.onSeparateThread)
  func orderIsKeptAfterRemovals() throws {
    try withEverySeed(in: 0..<20) { generator in
      var list = ResponderList()
      var model: [(id: ResponderID, isOwned: Bool, isOverdue: Bool)] = []
      // First many are added, then many are removed, so that the list is compacted.
      for step in 0..<600 {
        let comes = Int.random(in: 0..<10, using: &generator) < (step < 300 ? 7 : 3)
        if comes || model.isEmpty {
          let isOwned = Bool.random(using: &generator)
          model.append((list.append(record(isOwned: isOwned)), isOwned, false))
        } else {
          let place = Int.random(in: 0..<model.count, using: &generator)
          if Bool.random(using: &generator) {
            model[place].isOverdue.toggle()
            list.setOverdue(model[place].isOverdue, model[place].id)
          } else {
            let gone = model.remove(at: place)
            try #require(list.remove(gone.id)?.isOwned == gone.isOwned)
            try #require(list[gone.id] == nil)
          }
        }
        try #require(list.count == model.count)
        try #require(list.candidates.map(\.id) == model.map(\.id))
        try #require(list.candidates.map(\.isOverdue) == model.map(\.isOverdue))
        try #require(list.owned.map(\.0) == model.filter(\.isOwned).map(\.id))
        for one in model { try #require(list[one.id]?.isOverdue == one.isOverdue) }
      }
    }
  }
}
