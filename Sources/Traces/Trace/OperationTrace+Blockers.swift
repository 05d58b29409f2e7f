extension OperationTrace {
  /// Infers the blocker of each operation whose ``Node/blocker`` is not set from the recorded
  /// times.
  ///
  /// For engines that record only times: of the dependencies and the previous operation on the same
  /// track, the blocker is the one that ended last, provided that it ended no later than the
  /// operation started.
  ///
  /// - Complexity: O(*n* log *n* + *e*) for *n* operations and *e* dependencies.
  public mutating func inferBlockers() {
    let positions = positions
    let before = predecessorsOnTrack()
    for index in nodes.indices where nodes[index].blocker == .nothing {
      guard let started = nodes[index].started else { continue }
      var latest: (ended: Duration, blocker: Blocker)?
      for dependency in nodes[index].dependencies {
        guard let position = positions[dependency.id], let ended = nodes[position].ended,
          ended <= started, latest.map({ $0.ended < ended }) ?? true
        else { continue }
        latest = (ended, .dependency(dependency.id))
      }
      if let previous = before[index], let ended = nodes[previous].ended, ended <= started,
        ended > latest?.ended ?? nodes[index].submitted ?? .zero
      {
        latest = (ended, .width(freedBy: nodes[previous].id))
      }
      if let latest { nodes[index].blocker = latest.blocker }
    }
  }

  private func predecessorsOnTrack() -> [Int: Int] {
    let started = nodes.indices.filter { nodes[$0].started != nil }
      .sorted { (nodes[$0].started ?? .zero, $0) < (nodes[$1].started ?? .zero, $1) }
    var last: [Track: Int] = [:]
    var predecessors: [Int: Int] = [:]
    for index in started {
      let track = Track(lane: nodes[index].lane, number: nodes[index].track)
      predecessors[index] = last[track]
      last[track] = index
    }
    return predecessors
  }
}
