internal import Harness

/// The work of the nodes: each counts its runs in a cell of its own, and may be busy before that.
///
/// Every subject is given closures of the same kind. Each captures a value, as closures usually do,
/// and no two write to the same word, so that contention for memory is not measured.
final class Bodies: @unchecked Sendable {  // guard: each cell belongs to one node
  private let cells: UnsafeMutablePointer<UInt32>
  private let count: Int
  let hold: BusyHold?
  private var rounds: UInt32 = 0

  /// - Parameters:
  ///   - count: the number of nodes.
  ///   - hold: how long each is busy; nil for no time.
  init(_ count: Int, hold: BusyHold? = nil) {
    cells = .allocate(capacity: count)
    cells.initialize(repeating: 0, count: count)
    self.count = count
    self.hold = hold
  }

  deinit {
    cells.deallocate()
  }

  /// The cell of a node.
  @inline(__always)
  func cell(_ node: Int) -> Cell { Cell(count: cells + node) }

  /// The body of a node.
  ///
  /// It must not be called after this object is destroyed.
  @inline(__always)
  subscript(node: Int) -> @Sendable () -> Void {
    let cell = self.cell(node)
    if let hold {
      return { cell.increment(after: hold) }
    }
    return { cell.increment() }
  }

  /// The same as an asynchronous function that never suspends.
  @inline(__always)
  func asynchronous(_ node: Int) -> @Sendable () async -> Void {
    let cell = self.cell(node)
    return { cell.increment() }
  }

  /// The same as an asynchronous function that suspends once.
  @inline(__always)
  func suspending(_ node: Int) -> @Sendable () async -> Void {
    let cell = self.cell(node)
    return {
      await Task.yield()
      cell.increment()
    }
  }

  /// One closure for all nodes.
  var indexed: @Sendable (Int) -> Void {
    let cells = Cell(count: cells)
    if let hold {
      return { cells[$0].increment(after: hold) }
    }
    return { cells[$0].increment() }
  }

  /// Checks that since the last call each node was run `times` times.
  func verify(times: Int) throws {
    rounds &+= UInt32(truncatingIfNeeded: times)
    for node in 0..<count where cells[node] != rounds {
      throw WrongCount(node: node, count: cells[node], expected: rounds)
    }
  }
}

/// The cell of a node.
struct Cell: @unchecked Sendable {  // guard: each cell has one node, which runs once at a time
  let count: UnsafeMutablePointer<UInt32>

  @inline(__always)
  subscript(index: Int) -> Cell { Cell(count: count + index) }

  @inline(__always)
  func increment() {
    count.pointee &+= 1
  }

  @inline(__always)
  func increment(after hold: BusyHold) {
    // Never 0, but the compiler cannot prove that, so it does not remove the work.
    count.pointee &+= hold.spin(from: UInt64(count.pointee)) == 0 ? 2 : 1
  }
}

/// A node was run too often, or not often enough.
struct WrongCount: Error, CustomStringConvertible {
  var node: Int
  var count: UInt32
  var expected: UInt32

  var description: String { "node \(node) was run \(count) times rather than \(expected)" }
}
