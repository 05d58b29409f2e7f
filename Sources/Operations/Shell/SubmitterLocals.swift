internal import StageFloor

/// The task-local values of a submitter, kept in a task that the submitter created.
///
/// Only a new task receives all values of its creator. It waits for the body, and runs it. If the
/// body may run again, the task first creates another one: it may be cancelled during the attempt.
final class SubmitterLocals: Sendable {
  typealias Body = @Sendable () async -> (any Error)?

  private enum State {
    /// The task has not asked for a body, or runs one. Exits: `waiting`, `due`, `over`.
    case busy
    /// The task waits for a body. Exits: `busy`, `over`.
    case waiting(UnsafeContinuation<Body?, Never>)
    /// The body is there, and the task has not asked for it. Exits: `busy`, `over`.
    case due(Body)
    /// No body runs any more. Final.
    case over
  }

  private struct Post {
    var state = State.busy
    /// No body follows the one that is due.
    var isLast = false
    var task: Task<(any Error)?, Never>?
  }

  private let lane: LaneIndex
  private let executor: (any TaskExecutor)?
  private let priority: TaskPriority
  private let mayRunAgain: Bool
  private let post = Guarded(Post())

  /// In the task of the submitter.
  init(for options: OperationOptions, in manager: OperationManager) {
    lane = options.lane.index
    executor = manager.configuration.executor
    priority = manager.configuration.taskPriority ?? .medium
    mayRunAgain = options.isPreemptible || options.retry.maximumAttempts > 1
    begin()
  }

  private func begin() {
    let task: Task<(any Error)?, Never>
    switch lane {
    case .main: task = Task(priority: .medium) { @MainActor in await self.serve() }
    case .compute:
      if let executor {
        task = Task(executorPreference: executor, priority: priority) { await self.serve() }
      } else {
        task = Task(priority: priority) { await self.serve() }
      }
    }
    post.withLock { $0.task = task }
  }

  private func serve() async -> (any Error)? {
    let body = await parked { continuation in
      post.withLock { post -> Body?? in
        switch post.state {
        case .busy, .waiting:
          post.state = .waiting(continuation)
          return nil
        case .due(let body):
          post.state = post.isLast ? .over : .busy
          return .some(body)
        case .over: return .some(nil)
        }
      }
    }
    guard let body else { return nil }
    HandOver.receive(self)
    if mayRunAgain { begin() }
    defer { HandOver.publish(self) }
    return await body()
  }

  /// Runs a body in the task with the values; cancelling the caller cancels that task.
  func run(_ body: @escaping Body) async -> (any Error)? {
    let (task, waiting) = post.withLock { post -> (Task<(any Error)?, Never>?, Waiting?) in
      switch post.state {
      case .busy, .due:
        post.state = .due(body)
        return (post.task, nil)
      case .waiting(let continuation):
        post.state = .busy
        return (post.task, continuation)
      case .over: return (nil, nil)
      }
    }
    guard let task else { return CancellationError() }
    HandOver.publish(self)
    waiting?.resume(returning: body)
    defer { HandOver.receive(self) }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private typealias Waiting = UnsafeContinuation<Body?, Never>

  /// The operation has ended: the task is no longer needed.
  func end() {
    let (waiting, task) = post.withLock { post -> (Waiting?, Task<(any Error)?, Never>?) in
      switch post.state {
      case .waiting(let continuation):
        post.state = .over
        return (continuation, post.task.take())
      case .busy:
        post.state = .over
        return (nil, post.task.take())
      case .due:
        post.isLast = true
        return (nil, nil)
      case .over: return (nil, nil)
      }
    }
    waiting?.resume(returning: nil)
    withExtendedLifetime(task) {}
  }
}
