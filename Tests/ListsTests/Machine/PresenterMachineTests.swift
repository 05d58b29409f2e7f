import Testing

@testable import StagecraftLists

@Suite
struct PresenterMachineTests {
  private enum Input: Equatable {
    case begin(isReady: Bool)
    case ended
  }

  /// The machine's answer to each event, and whether changes are pending after it.
  private func answers(to inputs: [Input]) -> [[Bool]] {
    var machine = PresenterMachine()
    return inputs.map { input in
      let answer =
        switch input {
        case .begin(let isReady): machine.begin(isReady: isReady)
        case .ended: machine.ended()
        }
      return [answer, machine.isPending]
    }
  }

  @Test
  func transitionsArePresentedOneAtATime() {
    #expect(
      answers(to: [
        .begin(isReady: true),
        // An edit and a flush inside the presentation need another turn.
        .begin(isReady: true), .ended,
        .begin(isReady: true), .ended,
      ]) == [[true, false], [false, true], [true, true], [true, false], [false, false]])
  }

  @Test
  func changesWaitUntilTheSurfaceIsReady() {
    #expect(
      answers(to: [
        .begin(isReady: false), .begin(isReady: false), .begin(isReady: true), .ended,
      ]) == [[false, true], [false, true], [true, false], [false, false]])
  }
}
