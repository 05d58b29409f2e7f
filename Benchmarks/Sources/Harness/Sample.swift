/// One timed run: the number of operations and the total time.
package struct Sample: Sendable {
  package var operations: Int
  package var time: TimeTaken

  package init(operations: Int, time: TimeTaken) {
    self.operations = operations
    self.time = time
  }

  /// A run whose processor time is not known.
  package init(operations: Int, nanoseconds: Int64) {
    self.init(
      operations: operations,
      time: TimeTaken(nanoseconds: nanoseconds, processorNanoseconds: nil))
  }

  var nanosecondsPerOperation: Double {
    Double(time.nanoseconds) / Double(max(operations, 1))
  }

  var processorNanosecondsPerOperation: Double? {
    time.processorNanoseconds.map { Double($0) / Double(max(operations, 1)) }
  }
}
