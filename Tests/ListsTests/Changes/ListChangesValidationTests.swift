import StagecraftLists
import Testing

@Suite
struct ListChangesValidationTests {
  /// Why changes are refused, or nil.
  private func refusal(
    _ oldCount: Int, _ newCount: Int, removals: [Int] = [], insertions: [Int] = [],
    moves: [(Int, Int)] = [], updates: [(Int, Int)] = []
  ) -> ListChangesError? {
    do {
      _ = try ListChanges(
        oldCount: oldCount, newCount: newCount, removals: removals, insertions: insertions,
        moves: moves.map { ListMove(from: $0.0, to: $0.1) },
        updates: updates.map { ListUpdate(old: $0.0, new: $0.1) })
      return nil
    } catch {
      return error
    }
  }

  @Test
  func possibleChangesAreAccepted() {
    #expect(refusal(0, 0) == nil)
    #expect(refusal(2, 2, moves: [(1, 0)]) == nil)
    #expect(refusal(2, 2, moves: [(0, 0), (1, 1)], updates: [(0, 0), (1, 1)]) == nil)
    #expect(refusal(.max, .max) == nil)
    #expect(refusal(.max, .max - 1, removals: [.max - 1]) == nil)
  }

  @Test
  func countsMustNotBeNegative() {
    let error = refusal(3, -2)
    #expect(error == .negativeCount)
    #expect("\(error, default: "")" == "There cannot be -2 rows in a list.")
    #expect(refusal(.min, 0) == .negativeCount)
  }

  @Test
  func countsMustMatchTheChanges() {
    let error = refusal(5, 5, removals: [1], insertions: [])
    #expect(error == .countsDisagree)
    #expect(
      "\(error, default: "")"
        == "5 rows less 1 removed plus 0 inserted are 4, not 5.")
    #expect(refusal(0, .max) == .countsDisagree)
  }

  @Test
  func positionsMustBeInRange() {
    let error = refusal(2, 1, removals: [2])
    #expect(error == .positionOutOfRange)
    #expect(
      "\(error, default: "")"
        == "Position 2 is listed as removed, but there are 2 rows before the changes.")
    #expect(refusal(2, 1, removals: [-1]) == .positionOutOfRange)
    #expect(refusal(2, 3, insertions: [3]) == .positionOutOfRange)
    #expect(refusal(2, 3, insertions: [-1]) == .positionOutOfRange)
    #expect(refusal(2, 2, moves: [(2, 0)]) == .positionOutOfRange)
    #expect(refusal(2, 2, moves: [(-1, 0)]) == .positionOutOfRange)
    #expect(refusal(2, 2, moves: [(0, 2)]) == .positionOutOfRange)
    #expect(refusal(2, 2, moves: [(0, -1)]) == .positionOutOfRange)
    #expect(refusal(2, 2, updates: [(2, 0)]) == .positionOutOfRange)
    #expect(refusal(2, 2, updates: [(-1, 0)]) == .positionOutOfRange)
    #expect(refusal(2, 2, updates: [(0, 2)]) == .positionOutOfRange)
    #expect(refusal(2, 2, updates: [(0, -1)]) == .positionOutOfRange)
  }

  @Test
  func positionsMustAscend() {
    let error = refusal(3, 1, removals: [2, 1])
    #expect(error == .notAscending)
    #expect(
      "\(error, default: "")" == "Position 1 is listed as removed after 2: positions must ascend.")
    let twice = refusal(3, 1, removals: [2, 2])
    #expect(twice == .notAscending)
    #expect("\(twice, default: "")" == "Position 2 is listed twice as removed.")
    #expect(refusal(1, 3, insertions: [2, 1]) == .notAscending)
    #expect(refusal(3, 3, moves: [(0, 2), (2, 0)]) == .notAscending)
    #expect(refusal(3, 3, moves: [(0, 1), (2, 1)]) == .notAscending)
    #expect(refusal(3, 3, updates: [(1, 1), (0, 0)]) == .notAscending)
    #expect(refusal(3, 3, updates: [(0, 0), (0, 0)]) == .notAscending)
  }

  @Test
  func rowMustNotBeRemovedTwice() {
    let error = refusal(3, 2, removals: [1], moves: [(1, 0)])
    #expect(error == .movedAwayTwice)
    #expect("\(error, default: "")" == "Old row 1 is removed and moved.")
    let twice = refusal(3, 3, moves: [(1, 0), (1, 2)])
    #expect(twice == .movedAwayTwice)
    #expect("\(twice, default: "")" == "Old row 1 is moved twice.")
  }

  @Test
  func positionMustNotBeFilledTwice() {
    let error = refusal(3, 4, insertions: [1], moves: [(0, 1)])
    #expect(error == .movedOntoInsertion)
    #expect(
      "\(error, default: "")" == "Position 1 is the target of a move and of an insertion.")
  }

  @Test
  func updateMustConnectPositionsOfTheSameRow() {
    let error = refusal(2, 2, moves: [(1, 0)], updates: [(0, 0)])
    #expect(error == .updateOfAnotherRow)
    #expect(
      "\(error, default: "")"
        == "The row that was at 0 is now at 1, so it cannot be updated at 0.")
    let removed = refusal(2, 1, removals: [0], updates: [(0, 0)])
    #expect(removed == .updateOfAnotherRow)
    #expect(
      "\(removed, default: "")"
        == "The row that was at 0 was removed, so it cannot be updated at 0.")
    #expect(refusal(1, 2, insertions: [0], updates: [(0, 0)]) == .updateOfAnotherRow)
  }

  @Test
  func errorsMatchTheirCodes() {
    do {
      _ = try ListChanges(oldCount: 1, newCount: 2)
      Issue.record("It was not refused.")
    } catch ListChangesError.countsDisagree {
    } catch {
      Issue.record("It was refused for another reason: \(error)")
    }
    #expect(!(ListChangesError.countsDisagree ~= CancellationError()))
    let all: [ListChangesError] = [
      .negativeCount, .changesInReset, .countsDisagree, .positionOutOfRange, .notAscending,
      .movedAwayTwice, .movedOntoInsertion, .updateOfAnotherRow, .sectionsDisagree, .rowOfNoSection,
    ]
    #expect(Set(all.map(\.code)).count == all.count)
  }
}
