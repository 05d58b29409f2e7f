internal import CStageFloor
internal import StageFloor

/// What surrounds the body of an operation: a companion, and the values of the submitter.
///
/// Most operations have neither, and no object of this class.
final class BodySurroundings: Sendable {
  let companion: (any OperationCompanion)?
  let locals: SubmitterLocals?

  private init(_ companion: (any OperationCompanion)?, _ locals: SubmitterLocals?) {
    (self.companion, self.locals) = (companion, locals)
  }

  /// In the task of the submitter, without the lock; nil for most operations.
  @inline(__always)
  static func make(for handle: AnyOperationHandle) -> BodySurroundings? {
    guard !handle.manager.companions.isEmpty || handle.options.inheritsTaskLocals else {
      return nil
    }
    return makeAny(for: handle)
  }

  @inline(never)
  private static func makeAny(for handle: AnyOperationHandle) -> BodySurroundings? {
    if handle.isScope { return nil }
    let options = handle.options
    let locals =
      options.inheritsTaskLocals ? SubmitterLocals(for: options, in: handle.manager) : nil
    let companion = handle.manager.companions.body?(handle)
    return locals == nil && companion == nil ? nil : BodySurroundings(companion, locals)
  }

  /// The operation exists already.
  func discard() {
    locals?.end()
    companion?.discarded()
  }

  func end(_ end: OperationEnd) {
    companion?.ended(end)
    locals?.end()
  }
}

extension Engine {
  /// Before the operation is in the machine, in the task of its submitter.
  @inline(__always)
  func surround(_ handle: AnyOperationHandle, only: Edge?, edges: [Edge]) {
    guard let surroundings = BodySurroundings.make(for: handle) else { return }
    // No other thread has the handle yet.
    handle.details.extras.surroundings = surroundings
    guard let companion = surroundings.companion else { return }
    follow((only.map { [$0] } ?? edges).map(\.dependency), companion)
  }

  @inline(never)
  func follow(_ dependencies: [AnyOperationHandle], _ companion: any OperationCompanion) {
    if dependencies.isEmpty { return }
    let others = lock.withLock { dependencies.compactMap { $0.core.companion } }
    for other in others { companion.follow(other) }
  }

  /// An edge was added later; under the lock.
  func noteLink(
    of handle: AnyOperationHandle, to dependency: AnyOperationHandle, _ effects: inout Effects
  ) {
    if let companion = handle.companion, let other = dependency.companion {
      effects.append(.follow(companion, other))
    }
  }

  /// Under the lock.
  func endSurroundings(of handle: AnyOperationHandle, _ verdict: Verdict, _ effects: inout Effects)
  {
    guard let surroundings = handle.details.existingExtras?.surroundings else { return }
    let details = handle.details
    let error: (any Error)? =
      switch verdict.ending {
      case .failed: details.error
      case .cancelled:
        OperationError(.cancelled, operation: handle.name, reason: details.reason)
      case .skipped: OperationError(.skipped, operation: handle.name, reason: details.reason)
      case .succeeded: nil
      }
    let end = OperationEnd(
      ending: verdict.ending, error: error, reason: details.reason, moment: stage_nanoseconds())
    effects.append(.endSurroundings(surroundings, end))
  }
}

extension AnyOperationHandle {
  /// Under the lock.
  final var companion: (any OperationCompanion)? {
    details.existingExtras?.surroundings?.companion
  }

  /// Under the lock.
  final func isBody(_ task: TaskIdentity?) -> Bool {
    guard let task else { return false }
    return details.driver?.identity == task || details.existingExtras?.bodyTask == task
  }

  /// Calls the body of an attempt in its surroundings.
  @inline(never)
  final func runBody(
    _ runner: @escaping Runner, _ context: OperationContext, in surroundings: BodySurroundings,
    on actor: isolated (any Actor)? = #isolation
  ) async -> (any Error)? {
    guard let locals = surroundings.locals else {
      return await accompany(runner, context, surroundings.companion)
    }
    return await locals.run { [self] in
      Engine.shared.lock.withLock { details.extras.bodyTask = .current }
      let error = await OperationContext.$current.withValue(context) {
        await accompany(runner, context, surroundings.companion)
      }
      // A later task may have the same identity. The next attempt may have begun.
      Engine.shared.lock.withLock {
        if details.extras.bodyTask == .current { details.extras.bodyTask = nil }
      }
      return error
    }
  }

  private final func accompany(
    _ runner: Runner, _ context: OperationContext, _ companion: (any OperationCompanion)?,
    on actor: isolated (any Actor)? = #isolation
  ) async -> (any Error)? {
    guard let companion else { return await runner(self, context) }
    companion.began(attempt: context.attempt)
    let error = await companion.within(on: actor) {
      _ = actor
      return await runner(self, context)
    }
    companion.returned(error)
    return error
  }
}
