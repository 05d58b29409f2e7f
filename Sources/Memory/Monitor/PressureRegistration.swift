/// The registration of a responder with a monitor, which ends when it is deallocated.
///
/// Store it in the object that holds the memory, so that both have the same lifetime.
public final class PressureRegistration: Sendable {
  private let core: PressureCore
  private let id: ResponderID

  init(_ core: PressureCore, _ id: ResponderID) {
    self.core = core
    self.id = id
  }

  deinit { core.unregister(id) }

  /// Ends the registration.
  ///
  /// A responder that is running is not interrupted. Ending it again has no effect.
  public func end() { core.unregister(id) }
}
