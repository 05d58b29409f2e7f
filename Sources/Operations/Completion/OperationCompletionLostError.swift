/// An error for an ``OperationCompletion`` that was released unfinished.
///
/// It means that a callback was released without having been called. The error contains the line
/// where the completion was created.
public struct OperationCompletionLostError: Error, Hashable, CustomStringConvertible {
  /// The file in which the completion was created, as `#fileID`.
  public let fileID: String
  /// The line in which it was created.
  public let line: Int

  /// A sentence that contains the file and the line.
  public var description: String {
    "The completion made at \(fileID):\(line) was released unfinished."
  }
}
