/// Nobody can finish an operation any more: its ``OperationCompletion`` was dropped unfinished.
///
/// Somewhere a callback was never called, and then released. The error says where the completion was
/// made.
public struct LostCompletion: Error, Hashable, CustomStringConvertible {
  /// The file in which the completion was made, as `#fileID` gives it.
  public let fileID: String
  /// The line in which it was made.
  public let line: Int

  /// One sentence that names the place.
  public var description: String {
    "The completion made at \(fileID):\(line) was released, and nobody had finished it."
  }
}
