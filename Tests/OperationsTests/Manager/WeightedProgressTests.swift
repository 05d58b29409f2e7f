import TestSupport
import Testing

@testable import StagecraftOperations

@Suite(.timeLimit(.minutes(10)))
struct WeightedProgressTests {
  struct Boom: Error {}

  private let manager = OperationManager("export")

  /// An operation that reports what it receives, and ends with the stream.
  private func part(
    _ reports: AsyncStream<Double>, in scope: OperationScope?
  ) -> OperationHandle<Void> {
    let body = { @Sendable () async throws in
      for await fraction in reports { OperationContext.current?.report(progress: fraction) }
    }
    return scope?.submit(body: body) ?? manager.submit(body: body)
  }

  private static func next(
    _ fraction: Double, of operation: AnyOperationHandle
  ) async {
    for await current in operation.progressUpdates where current == fraction { return }
  }

  @Test func theProgressIsTheWeightedMeanOfTheParts() async throws {
    let (texts, text) = AsyncStream.makeStream(of: Double.self)
    let (maps, map) = AsyncStream.makeStream(of: Double.self)
    let end = Gate()
    let export = manager.submit("export") {
      guard let context = OperationContext.current else { return }
      let parts = (part(texts, in: context.children), part(maps, in: context.children))
      context.report(progressOf: [parts.0: 1, parts.1: 3])
      await end.wait()
    }
    text.yield(0.5)
    await Self.next(0.125, of: export)
    map.yield(0.5)
    await Self.next(0.5, of: export)
    text.finish()
    await Self.next(0.625, of: export)
    map.finish()
    await Self.next(1, of: export)
    #expect(!export.state.isFinal)
    end.open()
    try await export.value
    #expect(export.fractionCompleted == 1)
  }

  @Test func partsHaveParts() async throws {
    let (reports, leaf) = AsyncStream.makeStream(of: Double.self)
    let export = manager.submit("export") {
      guard let context = OperationContext.current else { return }
      let branch = context.children.submit {
        guard let context = OperationContext.current else { return }
        let leaf = part(reports, in: context.children)
        context.report(progressOf: [leaf: 2])
        try await leaf.value
      }
      let ended = context.children.submit { throw Boom() }
      context.report(progressOf: [branch: 1, ended: 1])
      try await branch.value
    }
    leaf.yield(0.5)
    await Self.next(0.75, of: export)
    leaf.finish()
    try await export.value
  }

  @Test func theSequenceEndsWithTheOperation() async throws {
    let (reports, source) = AsyncStream.makeStream(of: Double.self)
    let operation = manager.submit {
      for await fraction in reports { OperationContext.current?.report(progress: fraction) }
    }
    let seen = Task {
      var seen: [Double] = []
      for await fraction in operation.progressUpdates { seen.append(fraction) }
      return seen
    }
    source.yield(0.25)
    await Self.next(0.25, of: operation)
    source.finish()
    try await operation.value
    let fractions = await seen.value
    #expect(fractions.last == 1)
    #expect(fractions == fractions.sorted())
    var late: [Double] = []
    for await fraction in operation.progressUpdates { late.append(fraction) }
    #expect(late == [1])
  }

  /// The parts outlive the operation, and report to it until their end.
  @Test func partsDoNotRetainTheOperationLifetime() async throws {
    let tracker = LifetimeTracker()
    let (reports, source) = AsyncStream.makeStream(of: Double.self)
    let part = part(reports, in: nil)
    // The object is the value of the operation, so it lives as long as the handle.
    try await manager.submit {
      OperationContext.current?.report(progressOf: [part: 1])
      return tracker.make()
    }.waitForEnd()
    await tracker.allEnded()
    #expect(!part.state.isFinal)
    source.finish()
    try await part.value
  }

  /// Otherwise each report of a shared download would reach all operations that ever followed it.
  @Test func anOperationThatHasEndedLeavesItsParts() async throws {
    let (reports, source) = AsyncStream.makeStream(of: Double.self)
    let part = part(reports, in: nil)
    func followers() -> Int {
      Engine.shared.modify { _ in part.details.existingExtras?.followers.count ?? 0 }
    }
    for _ in 0..<1_000 {
      try await manager.submit { OperationContext.current?.report(progressOf: [part: 1]) }.value
    }
    #expect(followers() <= 16)
    source.yield(0.5)
    await Self.next(0.5, of: part)
    #expect(followers() == 0)
    source.finish()
    try await part.value
  }

  @Test func aLaterCallReplacesTheParts() async throws {
    let (olds, old) = AsyncStream.makeStream(of: Double.self)
    let (news, new) = AsyncStream.makeStream(of: Double.self)
    let parts = (part(olds, in: nil), part(news, in: nil))
    let end = Gate()
    let export = manager.submit {
      OperationContext.current?.report(progressOf: [parts.0: 1])
      OperationContext.current?.report(progressOf: [parts.1: 1])
      await end.wait()
    }
    new.yield(0.5)
    await Self.next(0.5, of: export)
    old.yield(0.25)
    await Self.next(0.25, of: parts.0)
    #expect(export.fractionCompleted == 0.5)
    old.finish()
    try await parts.0.value
    #expect(export.fractionCompleted == 0.5)
    new.finish()
    await Self.next(1, of: export)
    end.open()
    try await export.value
  }

  @Test func withoutPartsTheWorkIsComplete() async throws {
    let end = Gate()
    let export = manager.submit {
      OperationContext.current?.report(progressOf: [:])
      await end.wait()
    }
    await Self.next(1, of: export)
    #expect(!export.state.isFinal)
    end.open()
    try await export.value
  }

  /// It will never be submitted.
  @Test func aPreparedPartThatIsReleasedCountsAsEnded() async throws {
    let end = Gate()
    let export = manager.submit {
      do {
        let part = manager.prepare { 1 }
        OperationContext.current?.report(progressOf: [part: 1])
      }
      await end.wait()
    }
    await Self.next(1, of: export)
    end.open()
    try await export.value
  }

  /// Each is the only part of the next: a recursion would overflow the stack.
  @Test func partsMayBeNestedDeeply() async throws {
    let end = Gate()
    let (reports, source) = AsyncStream.makeStream(of: Double.self)
    let first = part(reports, in: nil)
    var last = first
    for _ in 0..<10_000 {
      let (part, began) = (last, Gate())
      last = manager.submit {
        OperationContext.current?.report(progressOf: [part: 1])
        began.open()
        await end.wait()
      }
      await began.wait()
    }
    source.yield(0.5)
    await Self.next(0.5, of: last)
    source.finish()
    await Self.next(1, of: last)
    end.open()
    try await last.value
  }

  /// They approach their common value in some ten thousand small steps.
  @Test func aSlowCycleOfPartsSettles() async throws {
    let (reports, source) = AsyncStream.makeStream(of: Double.self)
    let (others, other) = AsyncStream.makeStream(of: OperationHandle<Void>.self)
    let report = part(reports, in: nil)
    let end = Gate()
    let first = manager.submit {
      for await other in others {
        OperationContext.current?.report(progressOf: [other: 1, report: 0.001])
      }
      await end.wait()
    }
    let second = manager.submit {
      OperationContext.current?.report(progressOf: [first: 1])
      await end.wait()
    }
    other.yield(second)
    other.finish()
    source.yield(0.5)
    for await fraction in second.progressUpdates where abs(fraction - 0.5) < 1e-5 { break }
    end.open()
    source.finish()
    try await first.value
    try await second.value
  }

  /// A change of the state is not a change of the progress.
  @Test func theSequenceDoesNotRepeatAValue() async throws {
    let (reports, source) = AsyncStream.makeStream(of: Double.self)
    let operation = manager.submit {
      for await _ in reports { OperationContext.current?.report(progress: 0.5) }
    }
    var updates = operation.progressUpdates.makeAsyncIterator()
    #expect(await updates.next(isolation: nil) == 0)
    source.yield(0)
    #expect(await updates.next(isolation: nil) == 0.5)
    source.yield(0)
    source.finish()
    try await operation.value
    #expect(await updates.next(isolation: nil) == 1)
    #expect(await updates.next(isolation: nil) == nil)
  }

  /// Otherwise they would report to each other forever.
  @Test func operationsThatArePartsOfEachOtherSettle() async throws {
    let (others, other) = AsyncStream.makeStream(of: OperationHandle<Void>.self)
    let (reports, source) = AsyncStream.makeStream(of: Double.self)
    let first = manager.submit {
      guard let context = OperationContext.current else { return }
      for await other in others {
        context.report(progressOf: [other: 1, context.operation: 1])
        for await fraction in reports { context.report(progress: fraction) }
      }
    }
    let second = manager.submit {
      OperationContext.current?.report(progressOf: [first: 1])
      for await _ in first.progressUpdates {}
    }
    other.yield(second)
    other.finish()
    for step in 1...9 { source.yield(Double(step) / 10) }
    source.finish()
    try await first.value
    try await second.value
  }

  /// Parts that change at the same time leave no stale mean behind.
  @Test func changesAtTheSameTimeAreAllCounted() async throws {
    for _ in 0..<100 {
      let end = Gate()
      let export = manager.submit {
        guard let context = OperationContext.current else { return }
        let parts = (0..<4).map { _ in
          context.children.submit {
            for share in 1...10 { OperationContext.current?.report(progress: Double(share) / 16) }
          }
        }
        context.report(progressOf: parts.map { ($0, 1) })
        await end.wait()
      }
      await Self.next(1, of: export)
      #expect(export.fractionCompleted == 1)
      end.open()
      try await export.value
    }
  }
}
