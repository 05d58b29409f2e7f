extension OperationManager {
  /// Runs an operation with custom scheduling in a task of its own.
  func runOutside(
    _ handle: AnyOperationHandle, _ context: OperationContext, _ driver: Driver
  ) async {
    driver.enter()
    let course = await OperationContext.$current.withValue(context) {
      await handle.start(context)
    }
    if case .ran(let error) = course {
      Engine.shared.finish(handle, error) { _, _ in Engine.shared.machine.callDrivers() }
    }
  }
}
