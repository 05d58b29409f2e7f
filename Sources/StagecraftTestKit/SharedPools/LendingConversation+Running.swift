@_spi(Store) public import StagecraftSharedPools

@_spi(Store) extension LendingConversation {
  /// Holds a conversation with a store, and compares its answers with those of `LendingMachine`.
  ///
  /// - Parameters:
  ///   - seed: The seed that determines the requests.
  ///   - steps: How many requests are made.
  ///   - stepsClockBack: Whether the clock is at times set back by up to an hour.
  ///   - store: Answers a request when the store's clock shows the given microseconds.
  /// - Returns: The first difference, or `nil`.
  /// - Throws: The error that `store` throws.
  public static func run(
    seed: UInt64, steps: Int, stepsClockBack: Bool = false,
    against store: (LendingCall, _ now: Int64) async throws -> LendingAnswer
  ) async throws -> Difference? {
    var conversation = LendingConversation(seed: seed, stepsClockBack: stepsClockBack)
    var comparison = LendingComparison()
    for number in 1...max(steps, 1) {
      let step = conversation.next()
      let answer = try await store(comparison.translated(step.call), step.now)
      if let complaint = comparison.compare(answer, with: step) {
        return Difference(
          seed: seed, number: number, step: step, answer: answer, complaint: complaint,
          transcript: comparison.transcript(before: step, answer))
      }
    }
    return nil
  }

  /// The first request that a store answers differently from `LendingMachine`.
  public struct Difference: Sendable, CustomStringConvertible {
    /// The seed of the conversation.
    public var seed: UInt64
    /// Which request it is, from 1.
    public var number: Int
    /// The request and the expected answer.
    public var step: Step
    /// The store's answer.
    public var answer: LendingAnswer
    /// What differs, as a sentence.
    public var complaint: String
    var transcript: String

    /// The last requests and the two answers, with short names instead of identifiers.
    public var description: String {
      "Seed \(seed), step \(number): \(complaint)\n\(transcript)"
    }
  }
}
