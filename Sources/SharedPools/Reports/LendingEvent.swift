/// An entry of a pool's log.
public struct LendingEvent: Hashable, Sendable, Codable {
  /// What happened.
  public enum Kind: String, Hashable, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
    /// A request joined the line.
    case joined
    /// A resource was lent: one entry for each resource of a request. The detail names the holder.
    case granted
    /// A resource was returned.
    case returned
    /// A lease was not renewed in time, and its resource was freed or quarantined.
    case expired
    /// A lease was taken back.
    case takenBack = "taken-back"
    /// A waiting request ended without a grant.
    case left
    /// A request was withdrawn before it arrived.
    case tombstone
    /// A resource was added.
    case added
    /// A resource was quarantined.
    case quarantined
    /// A resource is draining.
    case draining
    /// A resource was retired.
    case retired
    /// A resource was put into service again.
    case repaired
    /// The rules were replaced.
    case configured
    /// The epoch of fences was raised.
    case epoch
  }

  /// Its number in the log, larger than those of all earlier decisions.
  public var number: Int64
  /// When it happened, in microseconds since 1970: for people, because no decision reads it.
  public var time: Int64
  /// What happened.
  public var kind: Kind
  /// The resource, if it concerns one.
  public var resource: String?
  /// The request, if it concerns one.
  public var request: LendingID?
  /// The fence, if something was lent.
  public var fence: Fence?
  /// More about it, such as the reason.
  public var detail: String?

  /// Creates an entry.
  public init(
    number: Int64 = 0, time: Int64 = 0, kind: Kind, resource: String? = nil,
    request: LendingID? = nil, fence: Fence? = nil, detail: String? = nil
  ) {
    self.number = number
    self.time = time
    self.kind = kind
    self.resource = resource
    self.request = request
    self.fence = fence
    self.detail = detail
  }
}
