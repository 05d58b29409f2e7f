import Testing

@testable import StagecraftUIKit

@MainActor
@Suite("An answer that may come twice", .timeLimit(.minutes(3)))
struct OneShotContinuationTests {
  @Test("is given once, by whichever comes first")
  func once() async {
    let answer = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      let answer = OneShotContinuation(continuation)
      answer.resume(returning: true)
      // A second resumption would end the process.
      answer.resume(returning: false)
    }
    #expect(answer)
  }
}
