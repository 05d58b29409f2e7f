/// The origins of recent edits; consecutive versions with the same origins share one entry.
@usableFromInline
struct OriginLog {
  private struct Run {
    /// The first version of the run; the last is the one before the next run.
    var first: UInt64
    var origins: ListOrigins
  }

  private let limit: Int
  private var runs: [Run] = []
  @usableFromInline private(set) var endsAnonymously = false

  init(limit: Int = 64) {
    self.limit = limit
  }

  /// `version` is newer than all others.
  @usableFromInline
  mutating func record(_ origins: ListOrigins, for version: UInt64) {
    guard runs.last?.origins != origins else { return }
    if runs.count >= limit * 2 { runs.removeFirst(limit) }
    runs.append(Run(first: version, origins: origins))
    endsAnonymously = origins == .unknown
  }

  @usableFromInline
  mutating func record(_ origin: ListOrigin?, for version: UInt64) {
    record(ListOrigins(origin.map { [$0] } ?? [], hasOthers: origin == nil), for: version)
  }

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
