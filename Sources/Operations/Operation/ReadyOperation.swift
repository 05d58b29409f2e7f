internal import StageFloor

/// The ticket of an operation that could start, in the hands of the type that schedules it.
///
/// One of ``start()``, ``start(in:)`` and ``run(on:)`` starts the operation; the first call counts,
/// and all others do nothing. If the ticket is gone without a call, the operation is cancelled as
/// lost. If the operation was cancelled meanwhile, the calls do nothing. They may come from any
/// thread or task.
public final class ReadyOperation<Kind: AsyncOperation>: Sendable {
  /// The operation itself.
  public let operation: Kind

  /// The handle on it.
  public let handle: OperationHandle<Kind.Output>

  /// For which time its type was asked: a ticket counts for one.
  private let number: Int

  init(operation: Kind, handle: OperationHandle<Kind.Output>, number: Int) {
    self.operation = operation
    self.handle = handle
    self.number = number
  }

  deinit { Engine.shared.lose(handle, number) }

  /// Starts the operation as soon as its manager has a place for it.
  public func start() {
    start(in: handle.manager)
  }

  /// Starts the operation as soon as another manager has a place for it.
  ///
  /// It runs on the executor of that manager, which lives until the operation has ended.
  ///
  /// - Parameter manager: whose place it takes; the operation still belongs to its own manager.
  public func start(in manager: OperationManager) {
    Engine.shared.takeIn(handle, number, manager)
  }

  /// Runs the operation now, in a task of its own, without a place in its manager.
  ///
  /// It returns when the body has; an error is the operation's, and not thrown here. To cancel the
  /// caller does not cancel the operation.
  ///
  /// - Parameter executor: where its body runs, if it belongs to no actor; nil: as tasks do.
  public func run(on executor: (any TaskExecutor)? = nil) async {
    let driver = Driver(track: 0)
    guard let context = Engine.shared.startOutside(handle, number, driver) else { return }
    let handle = handle
    let task = Task.detached(executorPreference: executor) {
      await handle.manager.runOutside(handle, context, driver)
    }
    driver.begin(task)
    await task.value
  }
}

extension Engine {
  /// The usual way to start, for an operation that its type had taken over.
  func takeIn(_ handle: AnyOperationHandle, _ number: Int, _ manager: OperationManager) {
    perform { deeds in
      guard handle.details.handOuts == number,
        machine.takeIn(handle.id, manager: manager.index)
      else { return }
      if let host = handle.details.host { deeds.append(.letGoManager(host)) }
      // Another manager lives as long as the operation is in its line.
      handle.details.rarities.host = manager === handle.manager ? nil : manager
    }
  }

  /// The ticket of an operation is gone: if nobody used it, it can never start.
  func lose(_ handle: AnyOperationHandle, _ number: Int) {
    perform { _ in
      guard handle.details.handOuts == number, let slot = machine.slot(of: handle.id),
        machine[slot].phase == .handedOut
      else { return }
      _ = machine.cancel(slot, .lost, .this)
    }
  }
}
