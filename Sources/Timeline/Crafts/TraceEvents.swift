public import StagecraftTraces

extension Timeline {
  /// Records a run that was recorded as a trace, such as the run of a graph.
  ///
  /// ```swift
  /// let began = timeline.now
  /// let report = try await launch.attempt(options)
  /// timeline.record(report.trace, startedAt: began)
  /// ```
  ///
  /// The run becomes an object of its own, with the trace's name.
  ///
  /// - Parameters:
  ///   - trace: The trace; what it did not record is missing.
  ///   - moment: When the run started: ``now`` at that time.
  /// - Returns: The object as the recording names it.
  /// - Complexity: O(*n* + *e*) for *n* steps and *e* dependencies.
  @discardableResult
  public func record(_ trace: OperationTrace, startedAt moment: Duration) -> TimelineObject {
    let track = recorder.makeTrack(.graph, trace.name)
    track.write(trace, from: recorder.moment(at: moment))
    return track.object
  }
}

extension TimelineTrack {
  private struct Step {
    var time: Int64
    var write: (TimelineTrack, Int64) -> Void
  }

  /// In order of time, as if the events had been recorded when they happened.
  func write(_ trace: OperationTrace, from start: Int64) {
    var steps: [Step] = []
    /// A trace made by hand may have any time.
    func moment(_ time: Duration) -> Int64 {
      let (sum, overflows) = start.addingReportingOverflow(time.wholeNanoseconds)
      return overflows ? (time < .zero ? .min : .max) : sum
    }
    for node in trace.nodes {
      // Zero is not an item.
      let item = node.id &+ 1
      let name = node.name
      func add(_ time: Duration?, _ phase: TimelineEvent.Phase) {
        guard let time else { return }
        steps.append(
          Step(time: moment(time)) { track, time in
            track.write(.began, item, .text(name), phase, at: time)
          })
      }
      add(node.submitted, .waiting)
      add(node.ready, .ready)
      if let started = node.started {
        let blocker = node.blocker.id
        let others = node.dependencies.map(\.id).filter { $0 != blocker }
        // The one that it waited for last is the last one.
        for other in others + [blocker].compactMap(\.self) {
          steps.append(
            Step(time: moment(started)) { track, time in
              track.write(.follows, item, .text(""), number: Int64(other &+ 1), at: time)
            })
        }
      }
      if node.attempts.isEmpty {
        add(node.started, .running)
      } else {
        for (number, attempt) in node.attempts.enumerated() {
          add(attempt.started, .running)
          if number < node.attempts.count - 1 { add(attempt.ended, .waiting) }
        }
      }
      guard let ended = node.ended, node.submitted != nil else { continue }
      let ending = node.ending?.timelineEnding ?? .succeeded
      steps.append(
        Step(time: moment(ended)) { track, time in
          track.write(.ended, item, .text(""), ending: ending, at: time)
        })
    }
    // Steps of one time keep their order.
    for index in steps.indices.sorted(by: { (steps[$0].time, $0) < (steps[$1].time, $1) }) {
      steps[index].write(self, steps[index].time)
    }
  }
}
