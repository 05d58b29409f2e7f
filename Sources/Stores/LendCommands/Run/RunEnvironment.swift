#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

struct RunEnvironment: Sendable, Hashable {
  /// The variables of this process, and then those of the lease.
  let entries: [[UInt8]]

  init(
    _ environment: InheritedEnvironment, pool: String, borrowed: Borrowed, descriptors: [Int32]
  ) {
    // Those of a command around this one would be mistaken for ours.
    let others = environment.entries.filter { entry in
      !entry.starts(with: "LEND_".utf8) || entry.starts(with: "LEND_AT=".utf8)
    }
    var variables: [String: String] = [:]
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
    entries = others + InheritedEnvironment(variables).entries
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
