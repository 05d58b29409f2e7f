#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

struct RunEnvironment: Sendable, Hashable {
  private(set) var variables: [String: String]

  init(
    _ environment: [String: String], pool: String, borrowed: Borrowed, descriptors: [Int32]
  ) {
    // Those of a command around this one would be taken for ours.
    variables = environment.filter { !$0.key.hasPrefix("LEND_") || $0.key == "LEND_AT" }
    variables["LEND_POOL"] = pool
    variables["LEND_REQUEST"] = borrowed.key.request.description
    variables["LEND_FENCE"] = borrowed.key.fence.description
    variables["LEND_COUNT"] = String(borrowed.resources.count)
    variables["LEND_NAMES"] = borrowed.resources.map(\.name).joined(separator: "\n")
    for (index, resource) in borrowed.resources.enumerated() {
      for suffix in index == 0 ? ["", "_1"] : ["_\(index + 1)"] {
        variables["LEND_NAME" + suffix] = resource.name
        variables["LEND_LABELS" + suffix] = resource.labels.all.joined(separator: ",")
        variables["LEND_PAYLOAD_FD" + suffix] = String(descriptors[index])
      }
    }
  }

  /// The smallest numbers from 3 on that a command would not inherit.
  ///
  /// Small ones, because shells accept only one digit behind `<&`.
  static func freeDescriptors(_ count: Int, isTaken: (Int32) -> Bool) -> [Int32] {
    var numbers: [Int32] = []
    var next: Int32 = 3
    while numbers.count < count {
      if !isTaken(next) { numbers.append(next) }
      next += 1
    }
    return numbers
  }
}
#endif
