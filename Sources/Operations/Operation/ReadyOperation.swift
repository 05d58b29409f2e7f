internal import StageFloor

/// An object that starts a ready operation, for types with custom scheduling.
///
/// One of ``start()``, ``start(in:)`` and ``run(on:)`` starts the operation. The first call counts;
/// later calls, and calls after the operation was cancelled, do nothing. If the object is released
/// without a call, the operation is cancelled with the reason
/// ``OperationError/Reason/Kind/lost``. The methods may be called from any thread or task.
public final class ReadyOperation<Kind: AsyncOperation>: Sendable {
  /// The operation.
  public let operation: Kind

  /// The handle of the operation.
  public let handle: OperationHandle<Kind.Output>

  /// The number of the `schedule` call for which the object was created; stale objects are ignored.
  private let number: Int

  @usableFromInline
  init(operation: Kind, handle: OperationHandle<Kind.Output>, number: Int) {
    self.operation = operation
    self.handle = handle
    self.number = number
  }

  deinit { Engine.shared.cancelUnused(handle, number) }

  /// Starts the operation as soon as its manager has a free slot.
  public func start() {
    start(in: handle.manager)
  }

  /// Starts the operation as soon as another manager has a free slot.
  ///
  /// It runs on the executor of that manager, which is kept alive until the operation has ended.
  ///
  /// - Parameter manager: The manager whose slot is used. The operation still belongs to its own
  ///   manager.
  public func start(in manager: OperationManager) {
    Engine.shared.enqueue(handle, number, manager)
  }

  /// Runs the operation now, in a separate task, without a slot in its manager.
  ///
  /// It returns when the body has returned. An error of the body becomes the error of the operation
  /// and is not thrown here. Cancelling the caller does not cancel the operation.
  ///
  /// - Parameter executor: The executor for a body that is not isolated to an actor; nil for the
  ///   default executor.
  public func run(on executor: (any TaskExecutor)? = nil) async {
    let driver = Driver(track: 0)
    guard let context = Engine.shared.startOutside(handle, number, driver) else { return }
    let handle = handle
    let priority = handle.manager.configuration.taskPriority
    let task = Task.detached(executorPreference: executor, priority: priority) {
      await handle.manager.runOutside(handle, context, driver)
    }
    driver.begin(task)
    await task.value
  }
}

extension Engine {
  func enqueue(_ handle: AnyOperationHandle, _ number: Int, _ manager: OperationManager) {
    modify { effects in
      guard Int(handle.details.scheduleCalls) == number,
        machine.enqueue(handle.id, manager: manager.index)
      else { return }
      if let host = handle.details.host { effects.append(.releaseManager(host)) }
      // The operation in its line keeps the other manager alive.
      handle.details.extras.host = manager === handle.manager ? nil : manager
    }
  }

  /// Handles a released ``ReadyOperation``: if it was unused, the operation can never start.
  func cancelUnused(_ handle: AnyOperationHandle, _ number: Int) {
    modify { _ in
      guard Int(handle.details.scheduleCalls) == number, let slot = machine.slot(of: handle.id),
        machine[slot].phase == .scheduling
      else { return }
      _ = machine.cancel(slot, .lost, .this)
    }
  }
}
