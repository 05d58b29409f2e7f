import StagecraftOperations
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct RetryPolicyTests {
  private struct Unreachable: Error {}
  private struct Refused: Error {}

  private func delays(_ delay: RetryPolicy.Delay, _ attempts: ClosedRange<Int>) -> [Duration] {
    var generator = SeededGenerator(seed: 1)
    let policy = RetryPolicy.times(.max, delay: delay)
    return attempts.map { policy.delay(beforeAttempt: $0, using: &generator) }
  }

  private func ms(_ values: Int...) -> [Duration] { values.map { .milliseconds($0) } }

  @Test func attemptsAreCounted() {
    #expect(RetryPolicy.never.maximumAttempts == 1)
    #expect(RetryPolicy.times(3).maximumAttempts == 4)
    #expect(RetryPolicy.times(.max).maximumAttempts == .max)
    let policy = RetryPolicy.times(2)
    #expect(policy.allowsRetry(after: Unreachable(), attempts: 1))
    #expect(policy.allowsRetry(after: Unreachable(), attempts: 2))
    #expect(!policy.allowsRetry(after: Unreachable(), attempts: 3))
    #expect(!RetryPolicy.never.allowsRetry(after: Unreachable(), attempts: 1))
  }

  @Test func theShortSpellingDoublesDelaysWithFullJitter() {
    let policy = RetryPolicy.exponential(3)
    #expect(policy.maximumAttempts == 4)
    #expect(policy.delay == .exponential(from: .milliseconds(100)) && policy.jitter == .full)
    let slow = RetryPolicy.exponential(.max, from: .seconds(90)).delay
    #expect(slow == .exponential(from: .seconds(90), upTo: .seconds(90)))
  }

  @Test func onlyErrorsThatThePolicyAcceptsAreRetried() {
    let policy = RetryPolicy.times(3).retrying { $0 is Unreachable }
    #expect(policy.allowsRetry(after: Unreachable(), attempts: 1))
    #expect(!policy.allowsRetry(after: Refused(), attempts: 1))
  }

  @Test func cancellationsAreNotRetriedByDefault() {
    #expect(!RetryPolicy.times(3).allowsRetry(after: CancellationError(), attempts: 1))
    let all = RetryPolicy.times(3).retrying { _ in true }
    #expect(!all.allowsRetry(after: CancellationError(), attempts: 1))
    let really = RetryPolicy.times(3).retrying(includingCancellations: true) { _ in true }
    #expect(really.allowsRetry(after: CancellationError(), attempts: 1))
  }

  @Test func delaysGrowAsNamed() {
    let first = Duration.milliseconds(100)
    #expect(delays(.none, 1...3) == ms(0, 0, 0))
    #expect(delays(.constant(first), 1...4) == ms(0, 100, 100, 100))
    #expect(delays(.linear(from: first), 1...4) == ms(0, 100, 200, 300))
    #expect(
      delays(.linear(from: first, step: .milliseconds(30), upTo: .milliseconds(150)), 2...5)
        == ms(100, 130, 150, 150))
    #expect(
      delays(.exponential(from: first, factor: 2, upTo: .seconds(1)), 1...7)
        == ms(0, 100, 200, 400, 800, 1_000, 1_000))
    #expect(delays(.exponential(from: first, factor: 1.5), 2...4) == ms(100, 150, 225))
    #expect(
      delays(.fibonacci(from: first, upTo: .milliseconds(1_000)), 2...9)
        == ms(100, 100, 200, 300, 500, 800, 1_000, 1_000))
  }

  @Test func delaysDoNotExceedTheLimit() {
    let late = [64, 65, 93, 94, 1_000, Int.max - 1, Int.max]
    let endless = Duration.seconds(Int64.max)
    let kinds: [RetryPolicy.Delay] = [
      .exponential(from: .nanoseconds(1), factor: 3, upTo: .seconds(10)),
      .exponential(from: .seconds(1), factor: .greatestFiniteMagnitude, upTo: .seconds(10)),
      .linear(from: .seconds(1), step: endless, upTo: .seconds(10)),
      .linear(from: .seconds(1), upTo: .seconds(10)),
      .fibonacci(from: .seconds(1), upTo: .seconds(10)),
    ]
    for kind in kinds {
      for attempt in late { #expect(delays(kind, attempt...attempt) == [.seconds(10)]) }
    }
    let zeros: [RetryPolicy.Delay] = [
      .exponential(from: .zero, factor: 10), .fibonacci(from: .zero), .linear(from: .zero),
    ]
    for zero in zeros { #expect(delays(zero, Int.max...Int.max) == [.zero]) }
    for kind: RetryPolicy.Delay in [
      .exponential(from: endless, upTo: endless), .linear(from: endless, upTo: endless),
      .fibonacci(from: endless, upTo: endless), .constant(endless),
    ] {
      #expect(delays(kind, 3...3)[0] > .seconds(4_000_000_000))
      var generator = SeededGenerator(seed: 1)
      for jitter: RetryPolicy.Jitter in [.full, .fraction(0.999_999)] {
        let policy = RetryPolicy.times(3, delay: kind, jitter: jitter)
        #expect(policy.delay(beforeAttempt: 3, using: &generator) >= .zero)
      }
    }
    #expect(delays(.exponential(from: .seconds(1), factor: 1), Int.max...Int.max) == [.seconds(1)])
  }

  @Test func jitterShortensDelaysReproducibly() throws {
    try withEverySeed(in: 1..<50) { generator in
      for attempt in 2...12 {
        func drawn(_ jitter: RetryPolicy.Jitter, _ generator: inout SeededGenerator) -> Duration {
          RetryPolicy.times(
            20, delay: .exponential(from: .milliseconds(10), upTo: .seconds(5)), jitter: jitter
          ).delay(beforeAttempt: attempt, using: &generator)
        }
        let whole = drawn(.none, &generator)
        var again = generator
        let full = drawn(.full, &generator)
        #expect(full >= .zero && full <= whole, "\(Labels.text)")
        #expect(full == drawn(.full, &again), "\(Labels.text)")
        let part = drawn(.fraction(0.2), &generator)
        #expect(part >= whole * 0.8 && part <= whole, "\(Labels.text)")
        #expect(drawn(.fraction(0), &generator) == whole, "\(Labels.text)")
      }
    }
  }

  @Test func fullJitterUsesTheWholeRange() {
    var generator = SeededGenerator(seed: 42)
    let policy = RetryPolicy.times(1, delay: .constant(.seconds(1)), jitter: .full)
    let delays = (0..<1_000).map { _ in policy.delay(beforeAttempt: 2, using: &generator) }
    #expect(delays.min() ?? .zero < .milliseconds(20))
    #expect(delays.max() ?? .zero > .milliseconds(980))
  }

  @Test func invalidArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = RetryPolicy.times(-1) }
    await #expect(processExitsWith: .failure) { _ = RetryPolicy.Delay.constant(.seconds(-1)) }
    await #expect(processExitsWith: .failure) {
      _ = RetryPolicy.Delay.exponential(from: .seconds(1), factor: 0.5)
    }
    await #expect(processExitsWith: .failure) {
      _ = RetryPolicy.Delay.exponential(from: .seconds(1), factor: .nan)
    }
    await #expect(processExitsWith: .failure) {
      _ = RetryPolicy.Delay.linear(from: .seconds(1), upTo: .milliseconds(1))
    }
    await #expect(processExitsWith: .failure) {
      _ = RetryPolicy.Delay.linear(from: .seconds(1), step: .seconds(-1))
    }
    await #expect(processExitsWith: .failure) { _ = RetryPolicy.Jitter.fraction(1.1) }
    await #expect(processExitsWith: .failure) { _ = RetryPolicy.Jitter.fraction(.nan) }
    await #expect(processExitsWith: .failure) {
      var generator = SeededGenerator(seed: 1)
      _ = RetryPolicy.never.delay(beforeAttempt: 0, using: &generator)
    }
  }
}
