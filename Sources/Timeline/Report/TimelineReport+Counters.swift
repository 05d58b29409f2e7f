extension TimelineReport {
  mutating func countersJSON() -> [Int: String] {
    struct Key: Hashable {
      var object: Int
      var name: String
    }
    var points: [Key: [(time: Int64, value: Int)]] = [:]
    var order: [Key] = []
    for event in recording.events {
      guard case .count(let value) = event.kind else { continue }
      let key = Key(object: event.object, name: event.name)
      if points[key] == nil { order.append(key) }
      points[key, default: []].append((ticks(event.time), value))
    }
    if order.count > Self.counterLimit {
      notes.append("\(order.count - Self.counterLimit) counters are not drawn.")
    }
    var texts: [Int: [String]] = [:]
    for key in order.prefix(Self.counterLimit) {
      var last: Int64 = 0
      var fields: [String] = []
      for point in thinned(points[key] ?? []) {
        fields.append("\(point.time - last),\(point.value)")
        last = point.time
      }
      texts[key.object, default: []].append(
        #"{"n":\#(number(of: key.name)),"p":[\#(fields.joined(separator: ","))]}"#)
    }
    return texts.mapValues { $0.joined(separator: ",") }
  }

  /// The greatest and the last value of each part of the time.
  private func thinned(_ points: [(time: Int64, value: Int)]) -> [(time: Int64, value: Int)] {
    guard points.count > Self.pointLimit else { return points }
    let part = max(1, ticks(recording.duration) / Int64(Self.pointLimit / 2))
    var result: [(time: Int64, value: Int)] = []
    var start = points.startIndex
    while start < points.endIndex {
      let number = points[start].time / part
      var end = start
      var greatest = start
      while end < points.endIndex, points[end].time / part == number {
        if points[end].value > points[greatest].value { greatest = end }
        end += 1
      }
      result.append(points[greatest])
      if greatest != end - 1 { result.append(points[end - 1]) }
      start = end
    }
    return result
  }

  /// Of an object with very many marks, one in so many.
  mutating func marksJSON() -> [Int: String] {
    let marks = Dictionary(grouping: recording.events.filter { $0.kind == .mark }, by: \.object)
    var texts: [Int: String] = [:]
    var omitted = 0
    for (object, marks) in marks.sorted(by: { $0.key < $1.key }) {
      let step = (marks.count + Self.markLimit - 1) / Self.markLimit
      var fields: [String] = []
      var last: Int64 = 0
      for index in stride(from: 0, to: marks.count, by: step) {
        let time = ticks(marks[index].time)
        fields.append("\(time - last),\(number(of: marks[index].name))")
        last = time
      }
      omitted += marks.count - fields.count
      texts[object] = fields.joined(separator: ",")
    }
    if omitted > 0 { notes.append("\(omitted) marks are not drawn.") }
    return texts
  }
}
