internal import StageFloor

/// Key slots ordered by rank, the smallest first.
///
/// It stores the position of each key slot, so that a rank can be changed; the entries of a
/// `DeadlineHeap` need a ticket each to be removed.
struct KeyHeap {
  private struct Entry {
    var keyIndex: Int
    var rank: Int
  }

  private var heap: [Entry] = []
  /// The position of each key slot in the heap, or -1.
  private var places: [Int] = []

  var isEmpty: Bool { heap.isEmpty }
  var count: Int { heap.count }

  var first: (keyIndex: Int, rank: Int)? { heap.first.map { ($0.keyIndex, $0.rank) } }

  /// Without a rank, removes the key slot; O(log `count`), and O(1) if nothing changes.
  mutating func set(_ keyIndex: Int, rank: Int?) {
    if rank == nil, keyIndex >= places.count { return }
    while places.count <= keyIndex { places.append(-1) }
    let place = places[keyIndex]
    guard let rank else {
      if place >= 0 { remove(at: place) }
      return
    }
    if place < 0 {
      places[keyIndex] = heap.count
      heap.append(Entry(keyIndex: keyIndex, rank: rank))
      settle(heap.count - 1)
    } else if heap[place].rank != rank {
      heap[place].rank = rank
      settle(place)
    }
  }

  mutating func shrink(to count: Int) { places.shrink(to: count) }

  private mutating func remove(at place: Int) {
    places[heap[place].keyIndex] = -1
    let last = heap.removeLast()
    heap.releaseSpareCapacity()
    guard place < heap.count else { return }
    heap[place] = last
    places[last.keyIndex] = place
    settle(place)
  }

  private mutating func settle(_ place: Int) {
    var place = place
    while place > 0, heap[place].rank < heap[(place - 1) / 2].rank {
      exchange(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
    while true {
      var smallest = place
      for child in [place * 2 + 1, place * 2 + 2]
      where child < heap.count && heap[child].rank < heap[smallest].rank {
        smallest = child
      }
      guard smallest != place else { return }
      exchange(place, smallest)
      place = smallest
    }
  }

  private mutating func exchange(_ one: Int, _ other: Int) {
    heap.swapAt(one, other)
    places[heap[one].keyIndex] = one
    places[heap[other].keyIndex] = other
  }
}
