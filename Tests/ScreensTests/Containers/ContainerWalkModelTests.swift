import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftScreens

/// Long walks over nested containers, with requests from inside all callbacks, against a model.
///
/// In chunks, because they run on the main actor, where other work waits.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ContainerWalkModelTests {
  @Test(arguments: 0..<12 as Range<UInt64>)
  func randomWalks(chunk: UInt64) throws {
    let orders = [TransitionOrder.uniform, .uikit, .uikitCurling]
    try withEverySeed(in: chunk * 4..<chunk * 4 + 4) { generator in
      let walk = ContainerWalk(generator, order: orders[Int(generator.seed % 3)])
      for _ in 0..<120 { try walk.step() }
      try walk.finish()
    }
  }
}
