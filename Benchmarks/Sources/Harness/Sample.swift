/// One timed run: the number of operations and the total time.
package struct Sample: Sendable {
  package var operations: Int
  package var nanoseconds: Int64

  package init(operations: Int, nanoseconds: Int64) {
    self.operations = operations
    self.nanoseconds = nanoseconds
  }

  var nanosecondsPerOperation: Double {
    Double(nanoseconds) / Double(max(operations, 1))
  }
}
