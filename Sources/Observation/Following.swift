internal import StagecraftLists

/// Calls `refresh` on the main actor after changes that a signal reports, until the observation is
/// released.
///
/// Read the state after this has returned, and no change is missed.
@MainActor
func follow(
  _ signal: ListChangeSignal, _ cadence: ListObservation.Cadence,
  _ refresh: @escaping @MainActor () -> Void
) -> ListObservation {
  let registration = ObserverRegistration(changeSignal: signal, cadence: cadence) {
    refresh()
    return true
  }
  registration.listen()
  return ListObservation(registration)
}
