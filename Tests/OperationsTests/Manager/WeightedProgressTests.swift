import StagecraftOperations
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct WeightedProgressTests {
  struct Boom: Error {}

  private let manager = OperationManager("export")

  /// An operation that reports what it receives, and ends with the stream.
  private func part(
    _ reports: AsyncStream<Double>, in scope: OperationScope
  ) -> OperationHandle<Void> {
    scope.submit {
      for await fraction in reports { OperationContext.current?.report(progress: fraction) }
    }
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
    let part = manager.submit {
      for await fraction in reports { OperationContext.current?.report(progress: fraction) }
    }
    do {
      let object = tracker.make()
      try await manager.submit { [object] in
        OperationContext.current?.report(progressOf: [part: 1])
        _ = object
      }.value
    }
    source.yield(0.5)
    await Self.next(0.5, of: part)
    await tracker.allEnded()
    source.finish()
    try await part.value
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
        context.report(progressOf: [parts[0]: 1, parts[1]: 1, parts[2]: 1, parts[3]: 1])
        await end.wait()
      }
      await Self.next(1, of: export)
      #expect(export.fractionCompleted == 1)
      end.open()
      try await export.value
    }
  }
}
