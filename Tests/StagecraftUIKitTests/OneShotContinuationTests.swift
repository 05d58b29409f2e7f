import Testing

@testable import StagecraftUIKit

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct OneShotContinuationTests {
  @Test func onlyTheFirstAnswerResumesTheContinuation() async {
    let answer = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      let answer = OneShotContinuation(continuation)
      answer.resume(returning: true)
      // A second resumption would end the process.
      answer.resume(returning: false)
    }
    #expect(answer)
  }
}
