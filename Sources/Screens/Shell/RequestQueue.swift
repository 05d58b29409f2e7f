/// The waiting requests of a tree, in FIFO order.
struct RequestQueue {
  private var requests: [TransitionRequest] = []
  private var start = 0

  var isEmpty: Bool { start == requests.count }
  var count: Int { requests.count - start }
  /// The request that was added last.
  var last: TransitionRequest? { isEmpty ? nil : requests.last }

  mutating func append(_ request: TransitionRequest) { requests.append(request) }

  mutating func prepend(_ request: TransitionRequest) { requests.insert(request, at: start) }

  mutating func popFirst() -> TransitionRequest? {
    guard !isEmpty else { return nil }
    let request = requests[start]
    start += 1
    if isEmpty {
      requests.removeAll(keepingCapacity: true)
      start = 0
    } else if start > 32, start > count {
      // In a queue that is never empty, the executed requests would accumulate.
      requests.removeFirst(start)
      start = 0
    }
    return request
  }

  /// Removes the requests that match a predicate, in order.
  ///
  /// - Complexity: O(*n*)
  mutating func remove(where isMeant: (TransitionRequest) -> Bool) -> [TransitionRequest] {
    let waiting = requests[start...]
    let removed = waiting.filter(isMeant)
    guard !removed.isEmpty else { return [] }
    requests = waiting.filter { !isMeant($0) }
    start = 0
    return removed
  }
}
