internal import StageFloor

/// An operation, whatever its value is: what can be waited for, asked and cancelled.
///
/// All its methods may be called from any thread or task. Two handles are equal if they are of the
/// same operation; they need not be the same object. ``OperationManager/shared(_:following:fileID:line:make:)``
/// returns a new one with each call, because each counts as a need for the operation until it is
/// used.
///
/// An operation that was submitted goes on when the last handle on it is gone. One that was not
/// submitted is then cancelled, so that no wait for it is endless.
public class AnyOperationHandle: @unchecked Sendable {
  // guard: `id`, `number`, `isPrepared`, `isScope` and `original` are set once, before the handle is
  // shared; `details` is used under the lock of the engine; all else is constant.

  /// The manager to which the operation was given.
  public final let manager: OperationManager
  final let options: OperationOptions
  private let site: OperationSite
  /// Its place in the machine.
  final var id = NodeID(slot: -1, generation: 0)
  /// Its number among all operations of the process.
  final var number: UInt64 = 0
  /// It was made to be submitted later.
  final var isPrepared = false
  /// It is no operation, but a scope around some; set before anybody else knows the handle.
  final var isScope = false
  /// The handle that the engine has, if this is another one on the same operation.
  private final let original: AnyOperationHandle?
  @exclusivity(unchecked) final var details = HandleState()

  init(manager: OperationManager, options: OperationOptions, site: OperationSite) {
    self.manager = manager
    self.options = options
    self.site = site
    original = nil
  }

  /// One more handle on a shared operation, which is reserved until this handle is used.
  ///
  /// - Parameter original: the handle that the engine has; it has its place in the machine.
  init(reserving original: AnyOperationHandle) {
    manager = original.manager
    options = original.options
    site = original.site
    id = original.id
    number = original.number
    self.original = original
    details.isSubmitted = true
    details.isReservation = true
  }

  deinit {
    if details.isReservation { Engine.shared.dropReservation(id) }
    if isForgettable { Engine.shared.forget(self) }
    guard !details.dependencies.isEmpty else { return }
    var dependencies = details.dependencies
    details.dependencies = []
    dropIteratively(&dependencies)
  }

  /// The handle that the engine has: its state and its body are those of the operation.
  final var core: AnyOperationHandle { original ?? self }

  /// What it is called: the name from its options, or the place where it was submitted.
  public final var name: String { options.name ?? site.description }

  // What only the handle of a known output can do. The engine calls these.

  /// Runs the body.
  ///
  /// - Returns: the error that it threw; nil if it returned a value, which is kept aside.
  func runBody(_ context: OperationContext) async -> (any Error)? { nil }

  /// Asks the conditions in turn.
  func askConditions(_ context: OperationContext, onlyVolatile: Bool) async -> ConditionsAnswer {
    .proceed
  }

  /// Whether there are conditions.
  var hasConditions: Bool { false }

  /// Whether some condition is asked once more right before the body.
  var hasVolatileConditions: Bool { false }

  /// What lets its type schedule it for the time with this number; under the lock.
  func scheduling(_ number: Int) -> (@Sendable () -> Void)? { nil }

  /// Forgets its body and its conditions, which nobody needs any more; without the lock.
  func dropBody(keepsOutput: Bool) {}
}

extension AnyOperationHandle: Hashable {
  /// Whether both are of the same operation.
  public static func == (left: AnyOperationHandle, right: AnyOperationHandle) -> Bool {
    left.number == right.number
  }

  /// Adds its identity.
  public final func hash(into hasher: inout Hasher) {
    hasher.combine(number)
  }
}

/// Lets go of operations each of which may be the only one to hold the next.
///
/// A chain of a million would overflow the stack if each let go of the next in its own end.
func dropIteratively(_ handles: inout [AnyOperationHandle?]) {
  var pending: [AnyOperationHandle?] = []
  swap(&pending, &handles)
  while !pending.isEmpty {
    var handle = pending.removeLast()
    guard isKnownUniquelyReferenced(&handle) else { continue }
    if handle?.isPrepared == true {
      // The engine may know it and get hold of it.
      pending.append(contentsOf: Engine.shared.forgetIfUnique(&handle))
    } else {
      // Nobody else has a reference, so nobody else can use its state.
      pending.append(contentsOf: handle?.details.dependencies ?? [])
      handle?.details.dependencies = []
    }
  }
}
