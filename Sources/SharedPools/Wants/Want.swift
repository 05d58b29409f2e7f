/// What a borrower asks for: resources with certain labels.
///
/// ```swift
/// let both = try await scanners.leases([Want(["a3"], count: 2), Want(["licence"])])
/// ```
public struct Want: Hashable, Sendable, Codable {
  /// The labels that a resource must have.
  public var labels: Labels

  /// How many resources are wanted, from 1 to 64.
  public var count: Int

  /// The affinity key of a resource that is preferred, if it is free.
  ///
  /// A resource's key is what its last borrower preferred or left behind, such as the build that is
  /// installed on a phone.
  public var preferring: String?

  /// Creates a want.
  ///
  /// - Parameters:
  ///   - labels: The labels that a resource must have.
  ///   - count: How many resources are wanted, from 1 to 64.
  ///   - preferring: The affinity key of a resource that is preferred, if it is free.
  public init(_ labels: Labels = .any, count: Int = 1, preferring: String? = nil) {
    self.labels = labels
    self.count = count
    self.preferring = preferring
  }
}
