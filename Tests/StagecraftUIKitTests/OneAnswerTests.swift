import Testing

@testable import StagecraftUIKit

@MainActor
@Suite("An answer that may come twice", .timeLimit(.minutes(3)))
struct OneAnswerTests {
  @Test("is given once, by whichever comes first")
  func once() async {
    let answer = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      let answer = OneAnswer(continuation)
      answer.give(true)
      // A second resumption would end the process.
      answer.give(false)
    }
    #expect(answer)
  }
}
