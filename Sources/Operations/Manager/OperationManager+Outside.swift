extension OperationManager {
  /// Runs an operation that schedules itself, in a task of its own.
  func runOutside(
    _ handle: AnyOperationHandle, _ context: OperationContext, _ driver: Driver
  ) async {
    let error = await OperationContext.$current.withValue(context) {
      await handle.start(context)
    }
    if case .ran(let error) = error {
      _ = Engine.shared.finish(handle, error, .compute, driver, takesNext: false)
    }
  }
}
