/// A responder's place with a monitor: it is asked no more once this is dropped.
///
/// Keep it in whatever holds the memory that it answers for: it then ends with its owner.
public final class PressureRegistration: Sendable {
  private let core: PressureCore
  private let id: ResponderID

  init(_ core: PressureCore, _ id: ResponderID) {
    self.core = core
    self.id = id
  }

  deinit { core.unregister(id) }

  /// Ends it.
  ///
  /// A responder that is running at the moment is not interrupted. To end it again changes nothing.
  public func end() { core.unregister(id) }
}
