/// A write was refused, because a larger fence was accepted before.
///
/// The writer's lease has ended, and the resource was lent again.
public struct StaleFence: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fence of the write.
  public var fence: Fence
  /// The largest fence that was accepted.
  public var highest: Fence

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - fence: The fence of the write.
  ///   - highest: The largest fence that was accepted.
  public init(fence: Fence, highest: Fence) {
    self.fence = fence
    self.highest = highest
  }

  /// A sentence with both fences.
  public var description: String {
    """
    The write with fence \(fence) was refused, because fence \(highest) was accepted before: the \
    writer's lease has ended.
    """
  }
}
