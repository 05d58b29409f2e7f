internal import Stagecraft
internal import StagecraftTestKit

/// What the desk's screen went through.
struct ScreenReport: Sendable {
  private(set) var batches = 0
  private(set) var reloads = 0
  /// Turns in which rows had new content and nothing else happened.
  private(set) var updates = 0
  /// How many edits each turn brought to the screen.
  private(set) var merged: [Int] = []
  /// How many edits were made during a turn, at most.
  private(set) var mostMissed = 0
  /// The longest turn of the main actor, by each clock for itself.
  private(set) var longestTurn = ThreadTime.zero
  /// The longest turn without what the table itself did in it.
  private(set) var longestOwnShare = ThreadTime.zero

  /// After how many turns the visible rows were not those of the presenter.
  var differences = 0
  /// What a real table would not have forgiven.
  var violations: [FakeTableViolation] = []

  /// How often the screen was told.
  var turns: Int { merged.count }
  /// How many edits a turn brought at most: so many were in line.
  var mostMerged: Int { merged.max() ?? 0 }
  /// How many edits a turn brought on average.
  var meanMerged: Double {
    merged.isEmpty ? 0 : Double(merged.reduce(0, +)) / Double(merged.count)
  }

  mutating func add(_ presentation: ListPresentation, merged count: Int, missed: Int) {
    switch presentation {
    case .batch: batches += 1
    case .reload: reloads += 1
    case .updates: updates += 1
    case .postponed: return
    }
    merged.append(count)
    mostMissed = max(mostMissed, missed)
  }

  mutating func add(turn: ThreadTime, inTable: ThreadTime) {
    longestTurn.formMaximum(turn)
    longestOwnShare.formMaximum(
      ThreadTime(
        wall: turn.wall - inTable.wall, processor: turn.processor - inTable.processor))
  }
}
