/// The values chosen by the loops around the running code, outermost first.
package enum Labels {
  @TaskLocal package static var stack: [String] = []

  /// The stack in one line, for the comment of an expectation.
  package static var text: String { stack.joined(separator: ", ") }
}

/// An error, with the labels of the loops in which it was thrown.
package struct LabelledError: Error, CustomStringConvertible {
  package let labels: [String]
  package let underlying: any Error

  package var description: String { "with \(labels.joined(separator: ", ")): \(underlying)" }
}

/// Runs `body` with each of `values`.
///
/// An error that `body` throws, from `#require` or its own, is rethrown with the labels of all
/// loops around it. An `#expect` names them with `"\(Labels.text)"` as its comment.
package func withEvery<Values: Sequence>(
  _ label: String, in values: Values, _ body: (Values.Element) throws -> Void
) throws {
  for value in values {
    let stack = Labels.stack + ["\(label) = \(value)"]
    try Labels.$stack.withValue(stack) {
      do {
        try body(value)
      } catch let error as LabelledError {
        throw error
      } catch {
        throw LabelledError(labels: stack, underlying: error)
      }
    }
  }
}
