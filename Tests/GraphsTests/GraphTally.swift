import TestSupport

/// How often each step of a graph ran, and whether those it waits for had ended.
final class GraphTally: Sendable {
  private let state: Locked<(begun: [Int], ended: [Int], violations: [String])>
  private let upstreams: [[Int]]

  init(count: Int, edges: [(Int, Int)]) {
    var upstreams: [[Int]] = Array(repeating: [], count: count)
    for (upstream, downstream) in edges { upstreams[downstream].append(upstream) }
    self.upstreams = upstreams
    state = Locked((Array(repeating: 0, count: count), Array(repeating: 0, count: count), []))
  }

  var counts: [Int] { state.withLock { $0.ended } }
  var violations: [String] { state.withLock { $0.violations } }

  /// Records that a step begins: all its upstream steps must have ended as often as it runs.
  func begin(_ index: Int) {
    state.withLock { state in
      state.begun[index] += 1
      for upstream in upstreams[index] where state.ended[upstream] != state.begun[index] {
        state.violations.append("\(index) began before the end of \(upstream)")
      }
    }
  }

  func end(_ index: Int) { state.withLock { $0.ended[index] += 1 } }

  func step(_ index: Int) {
    begin(index)
    end(index)
  }
}
