import Foundation
import StagecraftTraces
import TestSupport
import Testing

struct ChromeTraceTests {
  /// The JSON of a trace, read back.
  private struct Reading {
    var events: [[String: Any]]

    init(_ trace: OperationTrace) throws {
      let data = Data(trace.chromeJSON().utf8)
      let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      events = try #require(root["traceEvents"] as? [[String: Any]])
    }

    subscript(phase: String) -> [[String: Any]] { events.filter { $0["ph"] as? String == phase } }

    /// The threads by their names.
    var threads: [String: Int] {
      var threads: [String: Int] = [:]
      for event in self["M"] where event["name"] as? String == "thread_name" {
        let arguments = event["args"] as? [String: Any]
        threads[arguments?["name"] as? String ?? "?"] = event["tid"] as? Int
      }
      return threads
    }
  }

  private func time(_ event: [String: Any]) -> Double { event["ts"] as? Double ?? -1 }

  /// Checks the invariants of every trace.
  private func check(_ trace: OperationTrace, edges: Int) throws {
    let reading = try Reading(trace)
    let times = reading.events.filter { $0["ph"] as? String != "M" }.map(time)
    #expect(times == times.sorted(), "\(Labels.text)")
    #expect(times.allSatisfy { $0 >= 0 }, "\(Labels.text)")

    var open: [String: [String]] = [:]
    for event in reading.events {
      let id = event["id"] as? String ?? "?"
      let name = event["name"] as? String ?? "?"
      switch event["ph"] as? String {
      case "b": open[id, default: []].append(name)
      case "e": #expect(open[id]?.popLast() == name, "\(Labels.text)")
      default: break
      }
    }
    #expect(open.values.allSatisfy { $0.isEmpty }, "\(Labels.text)")

    let starts = reading["s"]
    let finishes = reading["f"]
    #expect(starts.count == edges, "\(Labels.text)")
    #expect(Set(starts.compactMap { $0["id"] as? Int }).count == edges, "\(Labels.text)")
    for start in starts {
      let ends = finishes.filter { $0["id"] as? Int == start["id"] as? Int }
      #expect(ends.count == 1, "\(Labels.text)")
      #expect(time(start) <= time(ends[0]), "\(Labels.text)")
      #expect(ends[0]["bp"] as? String == "e", "\(Labels.text)")
    }
    let threads = Set(reading.threads.values)
    for event in reading.events where ["X", "s", "f"].contains(event["ph"] as? String) {
      #expect(threads.contains(event["tid"] as? Int ?? -1), "\(Labels.text)")
    }
  }

  @Test func aLaunchIsDrawnWithItsThreadsSlicesAndArrows() throws {
    let reading = try Reading(.launch)
    #expect(reading.threads == ["main": 1, "compute 0": 2, "compute 1": 3, "not run": 4])
    let slices = reading["X"]
    #expect(slices.count == 6, "the login was tried twice, and the notices have a mark")
    let login = slices.filter { $0["name"] as? String == "login" }
    #expect(login.map(time) == [12_000, 16_000])
    #expect(login.compactMap { $0["dur"] as? Double } == [2_000, 2_000])
    let failed = try #require(slices.first { $0["name"] as? String == "content page" })
    let arguments = try #require(failed["args"] as? [String: Any])
    #expect(arguments["reason"] as? String == "no \"shelf\"")
    #expect(arguments["waited for"] as? String == "a worker, busy with operation 2")
    #expect(
      reading["s"].compactMap { $0["name"] as? String }.sorted() == [
        "follows", "requires", "requires", "result",
      ])
    try check(.launch, edges: 4)
  }

  @Test func timesAreMicrosecondsWithDecimals() {
    let node = OperationTrace.Node(
      id: 0, name: "a", submitted: .zero, ready: .zero, started: .nanoseconds(1_234_007),
      ended: .nanoseconds(1_234_507))
    let text = OperationTrace(name: "t", nodes: [node]).chromeJSON()
    #expect(text.contains(#""ts":1234.007,"cat":"operation","name":"a","dur":0.500"#))
  }

  @Test func everyNameSurvivesEncoding() throws {
    let names = [
      "\"\\/", "\u{0}\u{1}\u{1F}\u{7F}", "line\nline\r\n\ttab", "Bücherei 图书馆 📚 \u{2028}\u{2029}",
      "</script>", "",
    ]
    let trace = OperationTrace(
      name: names[3],
      nodes: names.enumerated().map { index, name in
        OperationTrace.Node(
          id: index, name: name, lane: "actor \(name)", submitted: .zero, started: .zero,
          ended: .seconds(1), ending: .failed, reason: name)
      })
    let reading = try Reading(trace)
    #expect(Set(reading["X"].compactMap { $0["name"] as? String }) == Set(names))
    #expect(Set(reading.threads.keys) == Set(names.map { "actor \($0)" }))
    let reasons = reading["X"].compactMap { ($0["args"] as? [String: Any])?["reason"] as? String }
    #expect(Set(reasons) == Set(names))
  }

  @Test func overlappingOperationsOnOneWorkerGetSeparateThreads() throws {
    let spans = [(0, 10), (2, 5), (5, 12), (3, 4), (10, 20)]
    let trace = OperationTrace(
      name: "suspending",
      nodes: spans.enumerated().map { index, span in
        OperationTrace.Node(
          id: index, name: "\(index)", started: .milliseconds(span.0), ended: .milliseconds(span.1))
      })
    let reading = try Reading(trace)
    #expect(reading.threads == ["compute": 1, "compute +1": 2, "compute +2": 3])
    var end: [Int: Double] = [:]
    for slice in reading["X"] {
      let thread = try #require(slice["tid"] as? Int)
      #expect(time(slice) >= end[thread] ?? 0)
      end[thread] = time(slice) + (slice["dur"] as? Double ?? 0)
    }
  }

  @Test func anEmptyTraceIsValid() throws {
    try check(OperationTrace(name: "nothing"), edges: 0)
    try check(
      OperationTrace(name: "unborn", nodes: [OperationTrace.Node(id: 7, name: "never")]), edges: 0)
  }

  @Test func randomTracesHaveMatchingPairs() throws {
    try withEverySeed(in: 1..<60) { generator in
      var trace = OperationTrace.unhindered(count: 25, using: &generator)
      for index in trace.nodes.indices {
        trace.nodes[index].track %= 3
        trace.nodes[index].lane = ["main", "compute", "thread", "Desk"].randomElement(
          using: &generator)!
        let started = trace.nodes[index].started ?? .zero
        let ended = trace.nodes[index].ended ?? .zero
        switch Int.random(in: 0..<8, using: &generator) {
        case 0:
          trace.nodes[index].started = nil
          trace.nodes[index].ready = nil
          trace.nodes[index].ending = .skipped
          trace.nodes[index].reason = "not needed"
        case 1:
          trace.nodes[index].ended = nil
          trace.nodes[index].ending = nil
        case 2:
          let middle = started + (ended - started) / 2
          trace.nodes[index].attempts = [
            OperationTrace.Attempt(started: started, ended: middle),
            OperationTrace.Attempt(started: middle, ended: ended),
          ]
        case 3: trace.nodes[index].ended = started / 2  // an outcome that stood early
        default: break
        }
      }
      let edges = trace.nodes.reduce(0) { $0 + $1.dependencies.count }
      try check(trace, edges: edges)
    }
  }
}
