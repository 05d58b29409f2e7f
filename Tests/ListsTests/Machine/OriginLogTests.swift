import Testing

@testable import StagecraftLists

@Suite(.timeLimit(.minutes(3)))
struct OriginLogTests {
  private let desk = ListOrigin("desk")
  private let branch = ListOrigin("branch")

  @Test
  func originsAreRecordedByVersion() {
    var log = OriginLog()
    log.record(desk, for: 1)
    log.record(desk, for: 2)
    log.record(nil, for: 3)
    log.record(branch, for: 4)
    #expect(log.origins(after: 0, through: 2) == ListOrigins([desk]))
    #expect(log.origins(after: 1, through: 2) == ListOrigins([desk]))
    #expect(log.origins(after: 1, through: 3) == ListOrigins([desk], hasOthers: true))
    #expect(log.origins(after: 2, through: 3) == .unknown)
    #expect(log.origins(after: 3, through: 4) == ListOrigins([branch]))
    #expect(log.origins(after: 3, through: 9) == ListOrigins([branch]))
    #expect(log.origins(after: 4, through: 4) == .none)
    #expect(!log.endsAnonymously)
  }

  @Test
  func discardedOriginsAreUnknown() {
    var log = OriginLog(limit: 4)
    for version in 1...100 { log.record(version % 2 == 0 ? desk : branch, for: UInt64(version)) }
    #expect(log.origins(after: 0, through: 100) == ListOrigins([desk, branch], hasOthers: true))
    #expect(log.origins(after: 96, through: 100) == ListOrigins([desk, branch]))
    #expect(log.origins(after: 99, through: 100) == ListOrigins([desk]))
  }

  @Test
  func transitionsHaveTheOriginsOfTheirEdits() {
    let list = LiveList(ids: 0..<9)
    var known = list.snapshot()
    func since() -> ListOrigins {
      defer { known = list.snapshot() }
      return list.changes(since: known).origins
    }
    list.remove(0, origin: desk)
    #expect(since().areOnly(desk))
    list.remove(1)
    #expect(since() == .unknown)
    list.remove(2, origin: desk)
    list.remove(3, origin: branch)
    #expect(since() == ListOrigins([desk, branch]))
    #expect(since() == .none)
  }

  @Test
  func editsThatJoinHaveTheOriginOfTheTransaction() {
    let list = LiveList(ids: 0..<9)
    var known = list.snapshot()
    func since() -> ListOrigins {
      defer { known = list.snapshot() }
      return list.changes(since: known).origins
    }
    list.transaction(origin: desk) { _ in list.remove(0) }
    #expect(since() == ListOrigins([desk]))
    list.transaction(origin: desk) { _ in list.remove(1, origin: branch) }
    #expect(since() == ListOrigins([branch]))
    list.transaction(origin: desk) { draft in
      list.transaction(origin: branch) { $0.remove(2) }
      draft.remove(3)
    }
    #expect(since() == ListOrigins([desk, branch]))
    list.transaction { draft in
      _ = try? list.transaction(origin: branch) { inner throws(DeskClosed) in
        inner.remove(4)
        throw DeskClosed()
      }
      draft.remove(5)
    }
    #expect(since() == .unknown)
    list.transaction(origins: ListOrigins([desk, branch])) { $0.remove(6) }
    #expect(since() == ListOrigins([desk, branch]))
    list.transaction(origins: .unknown) { $0.remove(7) }
    #expect(since() == .unknown)
  }

  @Test
  func originsOfASnapshotOfAnotherListAreUnknown() {
    let other = LiveList(ids: 0..<3).snapshot()
    let transition = LiveList(ids: 0..<2).changes(since: other)
    #expect(transition.origins == .unknown && transition.changes == .reset(from: 3, to: 2))
  }
}
