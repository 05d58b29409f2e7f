/// Weighs what an event suggests against how much room there is.
///
/// The kernel tells of stalls and of reclaiming also when there is plenty of memory: a program that
/// reads large files makes it search for room all the time. To drop what a user sees would then
/// help nobody. So an event counts for one level more than what is in use says by itself, and no
/// more.
package enum PressureJudge {
  /// What a judge says.
  package struct Judgement: Sendable, Hashable {
    /// How short memory is.
    package var level: PressureLevel
    /// How many bytes to give back; nil: that is not known.
    package var target: Int?
  }

  /// Judges an event.
  ///
  /// - Parameters:
  ///   - suggested: what the event suggests by itself.
  ///   - standings: how much room there is, in each respect that is known. If none is, the event is
  ///     believed.
  /// - Returns: the level, never `normal` for an event that suggests more; and the target, if the
  ///   room is that of a group.
  package static func judge(
    _ suggested: PressureLevel, standings: [MemoryStanding]
  ) -> Judgement {
    guard suggested > .normal else { return Judgement(level: .normal, target: nil) }
    guard let worst = standings.max(by: { $1.isTighter(than: $0) }) else {
      return Judgement(level: suggested, target: nil)
    }
    var level = min(suggested, next(above: worst.level))
    let group = standings.filter { $0.scope == .group }.max { $1.isTighter(than: $0) }
    // A machine may be well used for ever; a group near its limit is in danger, whatever the event.
    if let group { level = max(level, group.level) }
    // What the machine lacks is not ours alone to give back.
    return Judgement(level: level, target: group?.target)
  }

  private static func next(above level: PressureLevel) -> PressureLevel {
    PressureLevel(rawValue: level.rawValue + 1) ?? .critical
  }
}
