/// An implementation of the work of a case: Stagecraft, a competitor, or the baseline.
package struct Subject {
  enum Work {
    /// Performs about the given number of operations and returns how long they took.
    case measured((Int) throws -> Sample)
    /// A limit known without measuring, in nanoseconds for each operation.
    case known(Double)
    /// Waits for about the given number of events, and returns how long each of them took.
    case observed(events: Int, (Int) throws -> [Int64])
  }

  package let name: String
  let work: Work

  /// Does the same once more and returns the longest wait, in nanoseconds.
  ///
  /// Separate from the timed runs, because reading the clock costs as much as some of the
  /// operations.
  let longestWait: ((Int) throws -> Int64)?

  /// A subject that times itself, for work that is measured only in part.
  package init(_ name: String, measure: @escaping (Int) throws -> Sample) {
    self.init(name, work: .measured(measure))
  }

  init(_ name: String, work: Work, longestWait: ((Int) throws -> Int64)? = nil) {
    self.name = name
    self.work = work
    self.longestWait = longestWait
  }
}
