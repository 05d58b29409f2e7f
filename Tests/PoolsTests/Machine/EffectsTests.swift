import Testing

@testable import StagecraftPools

struct EffectsTests {
  /// What can be read of a list, which is used up by that.
  private struct Contents: Equatable {
    var isEmpty: Bool
    var only: Int?
    var all: [Int]

    init(_ expected: [Int]) {
      isEmpty = expected.isEmpty
      only = expected.count == 1 ? expected[0] : nil
      all = expected
    }

    init(of effects: consuming Effects<Int>) {
      isEmpty = effects.isEmpty
      only = effects.only
      all = effects.all()
    }
  }

  @Test(arguments: 0..<10) func actionsAreInTheOrderInWhichTheyWereAdded(count: Int) {
    var effects = Effects<Int>()
    for action in 0..<count { effects.append(action) }
    let contents = Contents(of: effects)
    #expect(contents == Contents(Array(0..<count)))
  }

  /// All sequences of up to eight calls.
  @Test func lastActionsFollowAllOthersWheneverTheyWereAdded() {
    for count in 0...8 {
      for sequence in 0..<(1 << count) {
        var effects = Effects<Int>()
        var (others, last): ([Int], [Int]) = ([], [])
        for action in 0..<count {
          if sequence >> action & 1 == 0 {
            effects.append(action)
            others.append(action)
          } else {
            effects.appendLast(action)
            last.append(action)
          }
        }
        let contents = Contents(of: effects)
        #expect(contents == Contents(others + last))
      }
    }
  }
}
