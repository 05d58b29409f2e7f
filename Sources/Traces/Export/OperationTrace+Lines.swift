extension OperationTrace {
  struct Track: Hashable, Comparable {
    var lane: String
    var number: Int

    /// Orders the main lane first, then compute, thread, and the actors by name.
    static func < (left: Track, right: Track) -> Bool {
      (left.rank, left.lane, left.number) < (right.rank, right.lane, right.number)
    }

    private var rank: Int {
      switch lane {
      case "main": 0
      case "compute": 1
      case "thread": 2
      default: 3
      }
    }
  }

  /// A period in which an operation ran.
  struct Slice: Hashable {
    /// The position of the operation in ``OperationTrace/nodes``.
    var node: Int
    var started: Duration
    var ended: Duration
  }

  /// A line of the drawing: slices of one track that do not overlap.
  struct Line {
    var track: Track
    /// Operations that overlap on a track are drawn as several lines.
    var number: Int
    var slices: [Slice]

    func title(among lines: [Line]) -> String {
      let isOnly = lines.allSatisfy {
        $0.track.lane != track.lane || $0.track.number == track.number
      }
      let title = isOnly ? track.lane : "\(track.lane) \(track.number)"
      return number == 0 ? title : "\(title) +\(number)"
    }
  }

  /// Main lane first; O(*n* log *n*), where at most a few operations overlap on a track.
  var lines: [Line] {
    let end = duration
    var tracks: [Track: [Slice]] = [:]
    for index in nodes.indices {
      let node = nodes[index]
      tracks[Track(lane: node.lane, number: node.track), default: []] += slices(of: index, end: end)
    }
    return tracks.sorted { $0.key < $1.key }.flatMap { track, slices in
      Self.spread(slices).enumerated().map { Line(track: track, number: $0, slices: $1) }
    }
  }

  /// One that still runs extends to the end.
  private func slices(of index: Int, end: Duration) -> [Slice] {
    let node = nodes[index]
    if !node.attempts.isEmpty {
      return node.attempts.map {
        Slice(node: index, started: $0.started, ended: max($0.started, $0.ended))
      }
    }
    guard let started = node.started else { return [] }
    return [Slice(node: index, started: started, ended: max(started, node.ended ?? end))]
  }

  /// Assigns each slice to the first line with room for it.
  private static func spread(_ slices: [Slice]) -> [[Slice]] {
    var lines: [[Slice]] = []
    let inOrder = slices.sorted {
      ($0.started, $0.ended, $0.node) < ($1.started, $1.ended, $1.node)
    }
    for slice in inOrder {
      if let line = lines.firstIndex(where: { ($0.last?.ended ?? .zero) <= slice.started }) {
        lines[line].append(slice)
      } else {
        lines.append([slice])
      }
    }
    return lines
  }
}
