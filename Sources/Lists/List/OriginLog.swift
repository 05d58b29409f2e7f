/// Remembers where the last edits of a list came from.
///
/// Versions in a row with the same origins take one entry together, so a list whose edits have no
/// origin needs one entry in all.
@usableFromInline
struct OriginLog {
  private struct Run {
    /// The first of its versions; the last is the one before the next run.
    var first: UInt64
    var origins: ListOrigins
  }

  private let limit: Int
  private var runs: [Run] = []
  /// Whether the last run is one of edits without an origin.
  @usableFromInline private(set) var endsAnonymously = false

  /// - Parameter limit: how many runs it remembers at least.
  init(limit: Int = 64) {
    self.limit = limit
  }

  /// Notes where a version comes from that is newer than all others.
  @usableFromInline
  mutating func record(_ origins: ListOrigins, for version: UInt64) {
    guard runs.last?.origins != origins else { return }
    if runs.count >= limit * 2 { runs.removeFirst(limit) }
    runs.append(Run(first: version, origins: origins))
    endsAnonymously = origins == .unknown
  }

  /// Notes where the single edit comes from that made a version newer than all others.
  @usableFromInline
  mutating func record(_ origin: ListOrigin?, for version: UInt64) {
    record(ListOrigins(origin.map { [$0] } ?? [], hasOthers: origin == nil), for: version)
  }

  /// Where the versions come from that are newer than one and not newer than another.
  func origins(after old: UInt64, through new: UInt64) -> ListOrigins {
    guard old < new else { return .none }
    guard let first = runs.first else { return .unknown }
    var result = ListOrigins(hasOthers: old &+ 1 < first.first)
    for (index, run) in runs.enumerated() where run.first <= new {
      let isOver = index + 1 < runs.count && runs[index + 1].first <= old &+ 1
      if !isOver { result.formUnion(run.origins) }
    }
    return result
  }
}
