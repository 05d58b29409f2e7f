import StagecraftLists
import TestSupport
import Testing

/// The messages for identities that break the rules.
@Suite(.timeLimit(.minutes(3)))
struct IdentityRuleTests {
  private struct Reading: Identifiable, Sendable {
    let id: Double
    var level = 0
  }

  /// A row whose identity changes while it is in a list.
  private final class Shelf: Identifiable, @unchecked Sendable {  // guard: one thread
    var id: Int
    init(_ id: Int) { self.id = id }
  }

  private struct Slip: Identifiable, Sendable {
    let id: Int
    var branch: Double
  }

  private static func sentence(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test
  func identityUnequalToItselfTrapsAtInsertion() async {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try LiveList<Reading>().append(Reading(id: .nan))
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try LiveList([Reading(id: 1)]).insert(Reading(id: .nan), before: 1)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        LiveList<Reading>().upsert(Reading(id: .nan))
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = LiveList([Reading(id: .nan)])
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        LiveList([Reading(id: 1)]).replaceAll(with: [Reading(id: .nan)])
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        LiveList<Reading>().transaction { draft in _ = draft.upsert(Reading(id: .nan)) }
      },
    ]
    for result in results {
      #expect(Self.sentence(result).contains("The identity “nan” is not equal to itself"))
    }
  }

  @Test
  func sectionKeyUnequalToItselfTrapsAtReading() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let slips = LiveList([Slip(id: 1, branch: 2), Slip(id: 2, branch: .nan)])
      _ = slips.grouped(by: \.branch).snapshot()
    }
    #expect(Self.sentence(result).contains("The key “nan” of a section is not equal to itself"))
  }

  @Test
  func identityChangedInTheListTrapsWithTheIdentity() async {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let shelves = LiveList((0..<3).map { Shelf($0) })
        shelves.snapshot()[1].id = 77
        try shelves.remove(at: 1)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let shelves = LiveList((0..<3).map { Shelf($0) })
        shelves.snapshot()[1].id = 77
        try shelves.transaction { draft in try draft.move(from: 1, to: 0) }
      },
    ]
    for result in results {
      #expect(Self.sentence(result).contains("“77”"))
      #expect(Self.sentence(result).contains("An id must not change while its row is in a list."))
    }
  }

  @Test
  func updateThatChangesTheIdentityTrapsWithBothIdentities() async {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        LiveList(ids: 0..<3).update(1) { $0 = DeskOrder(7) }
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        LiveList(ids: 0..<3).transaction { draft in draft.update(at: 1) { $0 = DeskOrder(7) } }
      },
    ]
    for result in results {
      #expect(Self.sentence(result).contains("“1”") && Self.sentence(result).contains("“7”"))
    }
  }

  @Test
  func refusedEditsNameTheIdentity() {
    let list = LiveList(ids: 0..<3)
    func text(_ body: () throws(ListError) -> Void) -> String {
      do {
        try body()
        return ""
      } catch {
        return error.description
      }
    }
    #expect(text { () throws(ListError) in try list.append(DeskOrder(2)) }.contains("“2”"))
    #expect(
      text { () throws(ListError) in try list.insert(DeskOrder(9), before: 77) }.contains("“77”"))
    #expect(text { () throws(ListError) in try list.move(88, to: 0) }.contains("“88”"))
    #expect(text { () throws(ListError) in try list.move(0, before: 99) }.contains("“99”"))
    // The reason without the identity.
    #expect(throws: ListError.duplicateID) { try list.append(DeskOrder(2)) }
    #expect(throws: ListError.unknownID) { try list.move(88, to: 0) }
  }
}
