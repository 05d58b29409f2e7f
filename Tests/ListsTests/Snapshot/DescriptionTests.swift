import StagecraftLists
import TestSupport
import Testing

/// The descriptions of versions, transitions and presentations.
@Suite
struct DescriptionTests {
  @Test
  func versionsAndTransitionsDescribeThemselves() throws {
    let desk = ListOrigin("desk")
    let list = LiveList(ids: 0..<3)
    let old = list.snapshot()
    #expect("\(old)" == "Version 0 of a list: 3 rows")
    try list.append(DeskOrder(9), origin: desk)
    let step = list.changes(since: old)
    #expect("\(step)" == "From version 0 to version 1, by desk: 3 → 4: +[3]")
    list.remove(0)
    #expect("\(list.changes(since: old).origins)" == "desk and others")
    #expect("\(ListOrigins.none)" == "no edits" && "\(ListOrigins.unknown)" == "unknown origins")
  }

  @Test
  func groupedVersionsAndTransitionsDescribeThemselves() {
    let list = LiveList(ids: 0..<3)
    let grouped = list.grouped { $0.id % 2 == 0 ? "even" : "odd" }
    let old = grouped.snapshot()
    #expect("\(old)" == "Version 1 of a grouped list: 3 rows in 2 sections")
    #expect("\(old.sections)" == "2 sections: even (2 rows), odd (1 row)")
    #expect("\(old.sections[1])" == "Section 1, odd: 1 row")
    list.transaction { draft in
      _ = draft.remove(1)
      draft.upsert(DeskOrder(4))
    }
    let step = grouped.changes(since: old)
    #expect("\(step.changes)" == "[2, 1] → [3]: sections −[1] rows +[0.2]")
    #expect("\(step)".hasPrefix("From version 1 to version 2, by unknown origins: [2, 1] → [3]:"))
    #expect("\(GroupedChanges.reset(from: [1], to: []))" == "[1] → []: reset")
    #expect("\(GroupedChanges.none(counts: [1]))" == "[1] → [1]: nothing")
  }

  @Test
  func presentationsDescribeThemselves() {
    #expect(
      "\(ListPresentation.batch(changes: 1, updates: 2, isAnimated: true))"
        == "1 change and 2 updates, animated")
    #expect("\(ListPresentation.updates(3))" == "3 updates in place")
    #expect(
      "\(ListPresentation.reload(.tooManyChanges(200)))"
        == "a reload: 200 changes are too many to animate")
    #expect(
      "\(ListPresentation.postponed)" == "nothing yet: the surface is not ready")
  }

  @Test
  func longIdentitiesAreTruncatedInErrors() {
    struct Page: Identifiable, Sendable {
      let id: String
    }
    let id = String(repeating: "a", count: 5000)
    let list = LiveList([Page(id: id)])
    let error = #expect(throws: ListError.self) { try list.append(Page(id: id)) }
    #expect("\(error.map(\.description) ?? "")".count < 200)
  }
}
