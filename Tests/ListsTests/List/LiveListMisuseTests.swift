import TestSupport
import Testing

@testable import StagecraftLists

@Suite(.timeLimit(.minutes(3)))
struct LiveListMisuseTests {
  #if DEBUG
  @Test
  func swappedDraftsStopADebugBuild() async {
    await #expect(processExitsWith: .failure) {
      let one = LiveList(ids: 0..<3)
      let other = LiveList(ids: 0..<3)
      one.transaction { draft in
        other.transaction { inner in swap(&draft, &inner) }
      }
    }
  }

  @Test
  func draftOfAnEndedTransactionStopsADebugBuild() async {
    await #expect(processExitsWith: .failure) {
      let list = LiveList(ids: 0..<3)
      list.transaction { draft in
        draft = LiveList.Draft(list, generation: 99)
        draft.remove(1)
      }
    }
  }
  #else
  @Test
  func swappedDraftsEditTheirOwnLists() throws {
    let one = LiveList(ids: 0..<3)
    let other = LiveList(ids: 0..<3)
    one.transaction { draft in
      other.transaction { inner in
        swap(&draft, &inner)
        draft.remove(0)
        inner.remove(1)
      }
      // This draft was made for the transaction that has ended.
      #expect(draft.isEmpty && draft.remove(1) == nil && draft.upsert(DeskOrder(8)) == nil)
      #expect(throws: ListError.transactionEnded) { try draft.append(DeskOrder(9)) }
    }
    #expect(one.ids == [0, 2] && other.ids == [1, 2])
  }
  #endif

  @Test
  func positionOutOfRangeTraps() async {
    await #expect(processExitsWith: .failure) {
      let rows = LiveList(ids: 0..<3).snapshot()
      _ = rows[3]
    }
    await #expect(processExitsWith: .failure) {
      LiveList(ids: 0..<3).transaction { draft in _ = draft[-1] }
    }
  }
}
