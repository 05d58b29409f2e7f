#if Tracing
public import StagecraftSharedPools
internal import Tracing

extension SharedPool: TracingSource {
  /// The name of the pool.
  public var tracingName: String? { name }

  /// Begins to make a span for each request and its lease; a reporter calls it.
  ///
  /// - Parameter track: What makes the spans.
  /// - Returns: A token that ends this.
  public func trace(to track: TracingTrack) -> ObservationToken {
    accompany { wants, priority in LeaseSpan(wants, priority, track) }
  }
}

/// The span of a request and its lease, from the request to the end of the lease.
final class LeaseSpan: LeaseCompanion {
  private let open: OpenSpan

  init(_ wants: [Want], _ priority: Int, _ track: TracingTrack) {
    let labels = Labels(wants.flatMap(\.labels.all)).all
    let count = wants.reduce(0) { $0 + $1.count }
    open = track.core.begin(
      "lease \(track.name)", or: "lease",
      [
        "stagecraft.shared_pool": .string(track.name),
        "stagecraft.shared_pool.labels": .stringArray(labels),
        "stagecraft.shared_pool.count": .int(Int64(count)),
        "stagecraft.shared_pool.priority": .int(Int64(priority)),
      ])
  }

  func granted(_ names: [String], _ fence: Fence) {
    open.set("stagecraft.shared_pool.resources", .stringArray(names))
    open.set("stagecraft.shared_pool.fence", .int(fence.number))
    open.mark("granted")
  }

  func failed(_ error: (any Error)?) {
    open.set("stagecraft.shared_pool.ending", error == nil ? "not free" : "failed")
    if let error { open.fail(error) }
    open.end()
  }

  func within<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await ServiceContext.$current.withValue(open.context) { try await body() }
    } catch {
      open.fail(error)
      throw error
    }
  }

  func ended(_ end: LendingEnd?) {
    if let end {
      open.set("stagecraft.shared_pool.ending", "lost")
      open.fail(LeaseWasLost(end: end))
    } else {
      open.set("stagecraft.shared_pool.ending", "returned")
    }
    open.end()
  }
}

/// The error of a span whose lease ended before its holder returned it.
struct LeaseWasLost: Error, CustomStringConvertible {
  let end: LendingEnd

  var description: String { "The lease ended before it was returned: \(end)." }
}
#endif
