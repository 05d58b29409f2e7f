import Testing

@testable import StagecraftLists

@Suite
struct PresenterMachineTests {
  private enum Input: Equatable {
    case begin(isReady: Bool)
    case ended
  }

  /// The machine's answer to each input, and whether something is pending then.
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
  func oneStepAtATime() {
    #expect(
      answers(to: [
        .begin(isReady: true),
        // The callback edits and flushes from inside: there is another turn for it.
        .begin(isReady: true), .ended,
        .begin(isReady: true), .ended,
      ]) == [[true, false], [false, true], [true, true], [true, false], [false, false]])
  }

  @Test
  func whatTheSurfaceCannotTakeWaits() {
    #expect(
      answers(to: [
        .begin(isReady: false), .begin(isReady: false), .begin(isReady: true), .ended,
      ]) == [[false, true], [false, true], [true, false], [false, false]])
  }
}
