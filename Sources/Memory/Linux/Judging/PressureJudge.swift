/// Combines the level suggested by an event with the available room.
///
/// The kernel signals stalls and reclaim even when there is plenty of memory: a program that reads
/// large files makes it reclaim constantly. Dropping what the user sees would not help then. So an
/// event raises the level at most one above the level of the use alone.
package enum PressureJudge {
  package struct Judgement: Sendable, Hashable {
    package var level: PressureLevel
    package var target: Int?
  }

  /// The level is not `normal` for an event that suggests more; the target needs a cgroup's limit.
  package static func judge(
    _ suggested: PressureLevel, uses: [LimitUse]
  ) -> Judgement {
    guard suggested > .normal else { return Judgement(level: .normal, target: nil) }
    guard let worst = uses.max(by: { $1.isTighter(than: $0) }) else {
      return Judgement(level: suggested, target: nil)
    }
    var level = min(suggested, next(above: worst.level))
    let group = uses.filter { $0.scope == .group }.max { $1.isTighter(than: $0) }
    // A machine may run almost full forever; a cgroup near its limit is in danger at any event.
    if let group { level = max(level, group.level) }
    // The machine's shortage is not this process's alone, so it gives no target.
    return Judgement(level: level, target: group?.target)
  }

  private static func next(above level: PressureLevel) -> PressureLevel {
    PressureLevel(rawValue: level.rawValue + 1) ?? .critical
  }
}
