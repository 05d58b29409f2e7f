import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct StateWriterTests {
  struct Refusal: Error {}
  struct Stubborn: Codable, Sendable {
    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }

  @Test
  func valuesAreEncodedAtOnce() {
    final class Counter: Codable, @unchecked Sendable {  // guard: one thread
      var count = 1
    }
    let counter = Counter()
    var writer = ScreenStateWriter()
    writer.save(counter, for: ScreenStateKey("counter"))
    counter.count = 2
    let reader = ScreenStateReader(writer.state)
    #expect(reader.value(for: ScreenStateKey<Counter>("counter"))?.count == 1)
  }

  @Test
  func theLastValueCounts() {
    var writer = ScreenStateWriter()
    writer.save("long ago", for: .text)
    writer.save("now", for: .text)
    #expect(ScreenStateReader(writer.state).value(for: .text) == "now")
    let bytes = writer.byteCount
    var other = ScreenStateWriter()
    other.save("now", for: .text)
    #expect(other.byteCount == bytes)
  }

  @Test
  func valuesBeyondTheBudgetAreReported() throws {
    var writer = ScreenStateWriter(budget: 100)
    writer.save("short", for: .text)
    let bytes = writer.byteCount
    writer.save([Int](repeating: 1_000_000, count: 100), for: ScreenStateKey("numbers"))
    #expect(writer.byteCount == bytes && writer.remainingByteCount == 100 - bytes)
    let omission = try #require(writer.omissions.first)
    #expect(omission.key == "numbers" && omission.byteCount > 100)
    #expect(omission.reason == .screenIsOverBudget(budget: 100))
    // A value that is shorter the next time is saved after all.
    writer.save([1], for: ScreenStateKey("numbers"))
    #expect(writer.omissions.isEmpty)
    // A value that is too long does not leave the older one stored.
    writer.save(String(repeating: "x", count: 200), for: .text)
    #expect(ScreenStateReader(writer.state).value(for: .text) == nil)
  }

  @Test
  func exactlyTheBudgetFits() {
    var measure = ScreenStateWriter()
    measure.save("some text", for: .text)
    for (budget, count) in [(measure.byteCount, 0), (measure.byteCount - 1, 1)] {
      var writer = ScreenStateWriter(budget: budget)
      writer.save("some text", for: .text)
      #expect(writer.omissions.count == count)
    }
  }

  @Test
  func encodingErrorsAreReported() {
    var writer = ScreenStateWriter()
    writer.save(Stubborn(), for: ScreenStateKey("stubborn"))
    #expect(
      writer.omissions == [
        ScreenStateWriter.Omission(
          key: "stubborn", byteCount: 0, reason: .cannotBeEncoded("Refusal()"))
      ])
    #expect(writer.state.isEmpty)
  }

  @Test
  func transientValuesUseNoBudget() {
    final class Thing: Sendable {}
    let thing = Thing()
    let key = ScreenTransientKey<Thing>("thing")
    var writer = ScreenStateWriter(budget: 0)
    writer.keep(thing, for: key)
    #expect(writer.byteCount == 0 && writer.omissions.isEmpty)
    let reader = ScreenStateReader(writer.state)
    #expect(reader.value(for: key) === thing)
    #expect(reader.value(for: ScreenTransientKey<String>("thing")) == nil)
    #expect(reader.value(for: ScreenStateKey<String>("thing")) == nil)
  }

  @Test
  func decodingErrorsAreReported() throws {
    var writer = ScreenStateWriter()
    writer.save("text", for: .text)
    var errors: [ScreenStateError] = []
    let reader = ScreenStateReader(writer.state) { errors.append($0) }
    #expect(reader.value(for: ScreenStateKey<Int>("text")) == nil)
    #expect(reader.value(for: ScreenStateKey<Int>("other")) == nil)
    #expect(errors.map(\.code) == [.hasAnotherShape])
    #expect(
      errors.first?.description
        == "“text” cannot be read: Found a string that is not a valid Int.")
    let error = #expect(throws: ScreenStateError.self) {
      try reader.read(ScreenStateKey<[Int]>("text"))
    }
    #expect(error?.key == "text")
  }

  @Test
  func screensReportTheirOmissions() throws {
    let application = ScreenApplication()
    application.stateBudget.perScreen = 60
    var events: [ScreenEvent.Kind] = []
    let observation = application.observe { events.append($0.kind) }
    let book = BookScreen(1, in: application)
    book.view.text = String(repeating: "x", count: 100)
    events = []
    let state = book.collectState()
    #expect(state.omissions.map(\.key) == ["text"])
    #expect(events == state.omissions.map { .stateOmitted($0) })
    var writer = ScreenStateWriter()
    writer.save(5, for: ScreenStateKey("text"))
    events = []
    book.restoreState(from: book.reader(of: writer.state))
    guard case .stateUnreadable(let error) = try #require(events.first) else {
      Issue.record("\(events)")
      return
    }
    #expect(error.key == "text")
    withExtendedLifetime(observation) {}
  }

  @Test
  func aScreenThatWouldLoseStateKeepsItsView() {
    let application = ScreenApplication()
    let book = BookScreen(1, in: application)
    book.view.text = String(repeating: "x", count: 70_000)
    #expect(throws: AnyScreen.UnloadRefusal.self) { try book.unloadView() }
    #expect(book.viewIfLoaded?.text.count == 70_000)
    application.stateBudget.perScreen = 80_000
    #expect(throws: Never.self) { try book.unloadView() }
    #expect(book.viewIfLoaded == nil)
    #expect(book.view.text.count == 70_000)
  }
}
