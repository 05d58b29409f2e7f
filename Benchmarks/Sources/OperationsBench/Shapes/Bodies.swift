internal import Harness

/// The work of the nodes: each counts its runs, in a cell of its own, and may be busy for a while
/// before.
///
/// Every subject is given closures of the same kind. They capture something, as closures do, and no
/// two of them write to the same word, so that the subject is measured and not the contention of
/// its nodes for memory.
final class Bodies: @unchecked Sendable {  // guard: a cell is its node's
  private let cells: UnsafeMutablePointer<UInt32>
  private let count: Int
  let hold: BusyHold?
  private var rounds: UInt32 = 0

  /// - Parameters:
  ///   - count: the number of nodes.
  ///   - hold: how long each is busy; nothing if nil.
  init(_ count: Int, hold: BusyHold? = nil) {
    cells = .allocate(capacity: count)
    cells.initialize(repeating: 0, count: count)
    self.count = count
    self.hold = hold
  }

  deinit {
    cells.deallocate()
  }

  /// Where a node counts.
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

  /// The same, and never suspended.
  @inline(__always)
  func asynchronous(_ node: Int) -> @Sendable () async -> Void {
    let cell = self.cell(node)
    return { cell.increment() }
  }

  /// The same, and suspended once.
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

  /// Makes sure that since the last call each node was run `times` times.
  func verify(times: Int) throws {
    rounds &+= UInt32(truncatingIfNeeded: times)
    for node in 0..<count where cells[node] != rounds {
      throw WrongCount(node: node, count: cells[node], expected: rounds)
    }
  }
}

/// Where a node counts.
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
    // Never 0 in practice; but the compiler cannot prove that, and has to do the work.
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
