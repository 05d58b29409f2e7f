import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftTimeline

@Suite(.timeLimit(.minutes(3)))
struct EventBufferTests {
  @Test(arguments: [16, 17, 100, 1_000, 2_048, 5_000, 20_000])
  func theNewestEventsStayAndTheOthersAreCounted(capacity: Int) {
    let timeline = Timeline(capacity: .events(capacity), configuration: .quiet(ManualClock()))
    let track = timeline.track("counter")
    let count = capacity * 3
    for number in 0..<count { track.count("number", number) }
    let recording = timeline.recording
    let numbers = recording.events.map { event -> Int in
      if case .count(let number) = event.kind { number } else { -1 }
    }
    #expect(recording.dropped + numbers.count == count)
    #expect(numbers.count <= capacity && numbers.count >= capacity * 2 / 3)
    #expect(numbers == Array(recording.dropped..<count))
  }

  @Test func eventsOfManyThreadsStayWithinTheCapacity() async {
    let timeline = Timeline(capacity: .events(4_000), configuration: .quiet(ManualClock()))
    let track = timeline.track("counter")
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask(executorPreference: OwnThreads()) {
          for number in 0..<5_000 { track.count("number", number) }
        }
      }
    }
    let recording = timeline.recording
    #expect(recording.events.count <= 4_000)
    #expect(recording.events.count + recording.dropped == 40_000)
  }

  @Test func recordingsCanBeReadWhileEventsAreRecorded() async {
    let timeline = Timeline(capacity: .events(1_000), configuration: .quiet(ManualClock()))
    let track = timeline.track("counter")
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask(executorPreference: OwnThreads()) {
          for number in 0..<20_000 { track.mark("a name that is stored on the heap \(number)") }
        }
      }
      group.addTask(executorPreference: OwnThreads()) {
        for _ in 0..<50 {
          let recording = timeline.recording
          let names = recording.events.map(\.name)
          #expect(names.allSatisfy { $0.hasPrefix("a name that is stored on the heap") })
          #expect(recording.events.count <= 1_000)
        }
      }
    }
    #expect(timeline.recording.events.count + timeline.recording.dropped == 40_000)
  }

  /// Events that other threads recorded long ago are still in pages of their own.
  @Test func nothingIsMissingFromTheTimeOfTheNewestDroppedEventOn() async {
    let clock = ManualClock()
    let timeline = Timeline(capacity: .events(4_096), configuration: .quiet(clock))
    let track = timeline.track("machine")
    for item in 1...8 {
      await Task(executorPreference: OwnThreads()) { track.began(item, "belt", .running) }.value
    }
    clock.advance(by: .milliseconds(1))
    for item in 1...8 { track.ended(item) }
    for number in 0..<10_000 {
      clock.advance(by: .nanoseconds(100))
      track.count("length", number)
    }
    let recording = timeline.recording
    #expect(recording.spans.isEmpty)
    #expect(recording.completeSince > .milliseconds(1))
    #expect(recording.events.allSatisfy { $0.time >= recording.completeSince })
    #expect(recording.events.count + recording.dropped == 10_016)
  }

  /// The clocks of two processors differ by less than a microsecond.
  @Test func timesOfOneObjectDoNotGoBack() {
    func record(_ track: UInt32, _ sequence: UInt64, at time: Int64) -> Record {
      Record(
        time: time, number: 0, item: 0, sequence: sequence, name: .text("\(sequence)"),
        track: track, shape: .mark, phase: .running, ending: .succeeded)
    }
    let records = Record.inOrder([
      record(1, 2, at: 150), record(1, 0, at: 100), record(2, 0, at: 120), record(1, 1, at: 160),
    ])
    #expect(records.map(\.time) == [100, 120, 160, 160])
    #expect(records.map(\.name.text) == ["0", "0", "1", "2"])
  }
}
