@_spi(Store) internal import StagecraftSharedPools

/// Compares the answers of two stores in which fences and log entries have different numbers.
struct LendingComparison {
  private var fences = OrderedPairs()
  private var numbers = OrderedPairs()
  private var steps: [(LendingConversation.Step, LendingAnswer)] = []
  private var names: [LendingID: String] = [:]

  func translated(_ call: LendingCall) -> LendingCall {
    func own(_ key: LendingKey) -> LendingKey {
      LendingKey(
        request: key.request, fence: Fence(fences.second(of: key.fence.number) ?? key.fence.number))
    }
    switch call {
    case .renew(var batch):
      batch.leases = batch.leases.map(own)
      return .renew(batch)
    case .giveBack(var giving):
      giving.lease = own(giving.lease)
      return .giveBack(giving)
    case .events(let number, let limit):
      return .events(after: numbers.second(of: number) ?? number, limit: limit)
    default: return call
    }
  }

  mutating func compare(
    _ answer: LendingAnswer, with step: LendingConversation.Step
  ) -> String? {
    name(step.call)
    steps.append((step, answer))
    if steps.count > 12 { steps.removeFirst() }
    let (expectedFences, expectedNumbers) = step.answer.numbers
    let (answeredFences, answeredNumbers) = answer.numbers
    if expectedFences.count == answeredFences.count,
      expectedNumbers.count == answeredNumbers.count
    {
      for pair in zip(expectedFences, answeredFences) {
        if let flaw = fences.insert(pair.0, pair.1) { return "Fence \(pair.1) \(flaw)." }
      }
      for pair in zip(expectedNumbers, answeredNumbers) {
        if let flaw = numbers.insert(pair.0, pair.1) { return "Log entry \(pair.1) \(flaw)." }
      }
    }
    let normal = answer.renumbered(
      fence: { fences.first(of: $0) ?? $0 }, number: { numbers.first(of: $0) ?? $0 })
    let expected = step.answer.renumbered(fence: { $0 }, number: { $0 })
    return normal == expected ? nil : "The answers differ."
  }

  // MARK: Text

  private mutating func name(_ call: LendingCall) {
    switch call {
    case .open(_, let session):
      names[session.id] = "session \(session.host.split(separator: "-").last ?? "")"
    case .ask(let ask): names[ask.id] = names[ask.id] ?? "#\(names.count)"
    case .withdraw(let id): names[id] = names[id] ?? "#\(names.count)"
    default: break
    }
  }

  func transcript(before step: LendingConversation.Step, _ answer: LendingAnswer) -> String {
    var lines = ["  Before:"]
    for (step, _) in steps.dropLast() {
      lines.append("    \(step.now): \(text(step.call)) -> \(text(step.answer))")
    }
    lines.append("  Call at \(step.now): \(text(step.call))")
    lines.append("  Expected: \(text(step.answer))")
    lines.append("  Answered: \(text(answer))")
    return lines.joined(separator: "\n")
  }

  private func text(_ value: some Any) -> String {
    var text = String(describing: value).replacing("StagecraftSharedPools.", with: "")
    for (id, name) in names { text = text.replacing(id.description, with: name) }
    return text
  }
}

/// Pairs of numbers in which the larger first number has the larger second one.
private struct OrderedPairs {
  private var seconds: [Int64: Int64] = [:]
  private var firsts: [Int64: Int64] = [:]
  private var sorted: [Int64] = []

  func second(of first: Int64) -> Int64? { seconds[first] }
  func first(of second: Int64) -> Int64? { firsts[second] }

  /// Returns a sentence if the pair is in the wrong order.
  mutating func insert(_ first: Int64, _ second: Int64) -> String? {
    if let known = seconds[first] {
      return known == second ? nil : "is given where \(known) was given before"
    }
    if firsts[second] != nil { return "is given a second time" }
    let index = sorted.firstIndex { $0 > first } ?? sorted.count
    if index > 0, let before = seconds[sorted[index - 1]], before > second {
      return "is smaller than \(before), which was given earlier"
    }
    if index < sorted.count, let after = seconds[sorted[index]], after < second {
      return "is larger than \(after), which was given later"
    }
    sorted.insert(first, at: index)
    seconds[first] = second
    firsts[second] = first
    return nil
  }
}
