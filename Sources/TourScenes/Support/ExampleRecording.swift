internal import Stagecraft
internal import StagecraftTestKit

/// A recording that is the same each time, for the README's picture of a report.
///
/// An app is launched, readers borrow two copies of a book, and the map is loaded on the main actor.
@MainActor
enum ExampleRecording {
  static let title = "The City Library is launched"

  static func make() -> TimelineRecording {
    let clock = ManualClock()
    var configuration = Timeline.Configuration()
    configuration.clock = clock
    configuration.watchesMainActor = false
    let timeline = Timeline(configuration: configuration)
    var script = Script(timeline)
    script.addProgram()
    script.addScreens()
    script.addCopies()
    script.addMemory()
    // Steps of one moment keep their order.
    let order = script.steps.indices.sorted {
      (script.steps[$0].time, $0) < (script.steps[$1].time, $1)
    }
    var now = 0
    for index in order {
      let step = script.steps[index]
      clock.advance(by: .milliseconds(step.time - now))
      now = step.time
      step.record()
    }
    timeline.record(launch, startedAt: .zero)
    clock.advance(by: .milliseconds(1_200 - now))
    var recording = timeline.recording
    // The launch first, and without the time of day.
    let objects = recording.objects.filter { $0.name != "program" }
    recording.objects = objects.filter { $0.kind == .graph } + objects.filter { $0.kind != .graph }
    recording.began = .zero
    return recording
  }

  /// What two workers and the main actor do.
  private static var launch: OperationTrace {
    typealias Blocker = OperationTrace.Blocker
    func step(
      _ id: Int, _ name: String, ready: Int, _ times: ClosedRange<Int>, _ blocker: Blocker
    ) -> OperationTrace.Node {
      OperationTrace.Node(
        id: id, name: name, submitted: .zero, ready: .milliseconds(ready),
        started: .milliseconds(times.lowerBound), ended: .milliseconds(times.upperBound),
        ending: .succeeded, blocker: blocker)
    }
    return OperationTrace(
      name: "launch",
      nodes: [
        step(0, "settings", ready: 0, 0...70, .nothing),
        step(1, "theme", ready: 70, 70...120, .dependency(0)),
        step(2, "session", ready: 70, 70...230, .dependency(0)),
        step(3, "database", ready: 70, 120...300, .width(freedBy: 1)),
        step(4, "catalogue", ready: 300, 300...470, .dependency(3)),
        step(5, "first page", ready: 470, 470...560, .dependency(4)),
        step(6, "search index", ready: 470, 470...680, .dependency(4)),
      ])
  }

  private struct Script {
    let timeline: Timeline
    var steps: [(time: Int, record: () -> Void)] = []

    init(_ timeline: Timeline) { self.timeline = timeline }

    private mutating func at(_ time: Int, _ record: @escaping () -> Void) {
      steps.append((time, record))
    }

    mutating func addProgram() {
      let main = timeline.track("main actor", kind: .mainActor)
      let code = timeline.track("the app's code")
      at(310) { code.began(1, "parse catalogue", .running) }
      at(455) { code.ended(1) }
      at(560) { code.mark("first frame") }
      at(886) { code.began(2, "draw map", .running) }
      at(990) { code.ended(2) }
      at(990) { main.period("", .late, lasting: .milliseconds(104)) }
    }

    mutating func addScreens() {
      let screens = timeline.track("screens", kind: .screens)
      func phases(_ item: Int, _ name: String, _ list: [(Int, TimelineEvent.Phase)]) {
        for (time, phase) in list { at(time) { screens.began(item, name, phase) } }
      }
      phases(
        1, "Catalogue",
        [
          (480, .loading), (520, .loaded), (535, .transition), (560, .visible), (990, .transition),
          (1_010, .loaded), (1_090, .unloaded),
        ])
      phases(2, "Map", [(886, .loading), (985, .loaded), (990, .transition), (1_010, .visible)])
    }

    /// Readers who come every 30 ms borrow two copies, first in, first out.
    mutating func addCopies() {
      let pool = timeline.track("copies of Emma", kind: .pool)
      at(0) { pool.count("capacity", 2) }
      let readings = [90, 160, 70, 120, 60, 110, 80, 130, 50, 90]
      var free = [580, 580]
      var line: [(time: Int, change: Int)] = []
      for (number, reading) in readings.enumerated() {
        let asked = 580 + 30 * number
        let copy = free[0] <= free[1] ? 0 : 1
        let began = max(asked, free[copy])
        free[copy] = began + reading
        let site = "Desk.swift:\(number % 3 == 2 ? 41 : 17)"
        at(began) { pool.period(site, .waiting, lasting: .milliseconds(began - asked)) }
        at(began + reading) { pool.period(site, .onLoan, lasting: .milliseconds(reading)) }
        if began > asked { line += [(asked, 1), (began, -1)] }
      }
      var waiting = 0
      for (time, change) in line.sorted(by: { ($0.time, $0.change) < ($1.time, $1.change) }) {
        waiting += change
        at(time) { [waiting] in pool.count("in line", waiting) }
      }
    }

    mutating func addMemory() {
      let memory = timeline.track("memory", kind: .memory)
      for (time, megabytes) in [
        (0, 18), (140, 26), (300, 41), (420, 58), (560, 64), (700, 69), (886, 92), (985, 121),
        (1_097, 74),
      ] {
        at(time) { memory.count("resident, in MB", megabytes) }
      }
      at(1_082) { memory.mark("high pressure") }
      at(1_090) { memory.period("covers: released 19 MB", .releasing, lasting: .milliseconds(8)) }
      at(1_097) { memory.period("screens: released 28 MB", .releasing, lasting: .milliseconds(7)) }
    }
  }
}
