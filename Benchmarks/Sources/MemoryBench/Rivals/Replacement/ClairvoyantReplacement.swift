/// Bélády's policy, which evicts the key that is requested again last: the upper limit of all
/// others.
enum ClairvoyantReplacement {
  /// The number of hits for a trace.
  static func hits(_ trace: RequestTrace) -> Int {
    let never = Int32.max
    var nextUses = Array(repeating: never, count: trace.keys.count)
    var latest = Array(repeating: never, count: trace.keyCount)
    for index in trace.keys.indices.reversed() {
      let key = Int(trace.keys[index])
      nextUses[index] = latest[key]
      latest[key] = Int32(index)
    }
    // The next use of each key that is held, and the same in a heap, which may be out of date.
    var held = Array(repeating: Int32(-1), count: trace.keyCount)
    var heap = NextUses()
    var (count, hits) = (0, 0)
    for index in trace.keys.indices {
      let key = Int(trace.keys[index])
      if held[key] >= 0 {
        hits += 1
      } else {
        if count == trace.capacity {
          var farthest = heap.removeFarthest()
          while held[Int(farthest.key)] != farthest.use { farthest = heap.removeFarthest() }
          held[Int(farthest.key)] = -1
          count -= 1
        }
        count += 1
      }
      held[key] = nextUses[index]
      heap.insert((nextUses[index], Int32(key)))
    }
    return hits
  }

  /// A binary heap, the farthest use at its root.
  private struct NextUses {
    typealias Use = (use: Int32, key: Int32)

    private var uses: [Use] = []

    mutating func insert(_ use: Use) {
      uses.append(use)
      var index = uses.count - 1
      while index > 0, uses[(index - 1) / 2].use < uses[index].use {
        uses.swapAt(index, (index - 1) / 2)
        index = (index - 1) / 2
      }
    }

    mutating func removeFarthest() -> Use {
      let farthest = uses[0]
      uses.swapAt(0, uses.count - 1)
      uses.removeLast()
      var index = 0
      while true {
        var greatest = index
        let (left, right) = (2 * index + 1, 2 * index + 2)
        if left < uses.count, uses[left].use > uses[greatest].use { greatest = left }
        if right < uses.count, uses[right].use > uses[greatest].use { greatest = right }
        if greatest == index { return farthest }
        uses.swapAt(index, greatest)
        index = greatest
      }
    }
  }
}
