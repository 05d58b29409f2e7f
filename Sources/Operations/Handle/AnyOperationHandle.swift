internal import StageFloor

/// An operation of any value type, which can be awaited, inspected and cancelled.
///
/// All methods may be called from any thread or task. Two handles are equal if they refer to the
/// same operation; they need not be the same object.
/// ``OperationManager/shared(_:following:fileID:line:make:)`` returns a new handle with each call,
/// because each one counts as a need for the operation until it is used.
///
/// A submitted operation continues when its last handle is released. A prepared operation that was
/// not submitted is then cancelled, so that no wait for it is endless.
public class AnyOperationHandle: @unchecked Sendable {  // guard: `Engine.shared.lock`
  // `id`, `number`, `isPrepared`, `isScope` and `original` are set once, before the handle
  // is shared; `details` is used under the lock of the engine; all else is constant.

  /// The manager of the operation.
  public final let manager: OperationManager
  final let options: OperationOptions
  private let site: OperationSite
  /// The key of its record in the machine.
  final var id = NodeID(slot: -1, generation: 0)
  /// The number of the operation, unique in the process.
  final var number: UInt64 = 0
  /// Whether it was created by `prepare`.
  final var isPrepared = false
  /// Whether it represents a scope instead of an operation; set before the handle is shared.
  final var isScope = false
  /// The handle in the engine, if this is another one of the same operation.
  private final let original: AnyOperationHandle?
  @exclusivity(unchecked) final var details = HandleState()

  init(manager: OperationManager, options: OperationOptions, site: OperationSite) {
    self.manager = manager
    self.options = options
    self.site = site
    original = nil
  }

  /// Creates another handle of a shared operation, which stays reserved until this handle is used.
  ///
  /// - Parameter original: The handle in the engine.
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

  /// The handle in the engine, which has the state and the body of the operation.
  final var core: AnyOperationHandle { original ?? self }

  /// The name from the options, or the call site of the submission.
  public final var name: String { options.name ?? site.description }

  // Overridden by the handle with the output type, for the engine.

  /// Runs the body.
  ///
  /// - Parameter context: The context for the body.
  /// - Returns: The error that it threw; nil if it returned a value, which the handle stores.
  func runBody(_ context: OperationContext) async -> (any Error)? { nil }

  /// Evaluates the conditions in order.
  func evaluateConditions(_ context: OperationContext, onlyVolatile: Bool) async -> ConditionsAnswer
  {
    .proceed
  }

  /// Whether there are conditions.
  var hasConditions: Bool { false }

  /// Whether there are volatile conditions.
  var hasVolatileConditions: Bool { false }

  /// The call of the type's `schedule` method with this number; under the lock.
  func scheduleCall(_ number: Int) -> (@Sendable () -> Void)? { nil }

  /// Releases the body and the conditions when they are no longer needed; without the lock.
  func dropBody(keepsOutput: Bool) {}
}

extension AnyOperationHandle: Hashable {
  /// Whether both handles refer to the same operation.
  ///
  /// - Parameters:
  ///   - left: A handle.
  ///   - right: Another handle.
  /// - Returns: Whether the operations are the same.
  public static func == (left: AnyOperationHandle, right: AnyOperationHandle) -> Bool {
    left.number == right.number
  }

  /// Hashes the identity of the operation.
  ///
  /// - Parameter hasher: The hasher.
  public final func hash(into hasher: inout Hasher) {
    hasher.combine(number)
  }
}

/// The call site of a submission.
struct OperationSite: Sendable, CustomStringConvertible {
  let fileID: StaticString
  let line: UInt

  /// The file name and the line: `Favourites.swift:12`.
  var description: String {
    let file = "\(fileID)".split(separator: "/").last.map(String.init) ?? ""
    return "\(file):\(line)"
  }
}

/// Releases a chain of handles, where each may hold the only reference to the next.
///
/// A chain of a million operations would overflow the stack if each released the next in its own
/// `deinit`.
func dropIteratively(_ handles: inout [AnyOperationHandle?]) {
  var pending: [AnyOperationHandle?] = []
  swap(&pending, &handles)
  while !pending.isEmpty {
    var handle = pending.removeLast()
    guard isKnownUniquelyReferenced(&handle) else { continue }
    if handle?.isPrepared == true {
      // The engine stores it and may retain it at any time.
      pending.append(contentsOf: Engine.shared.forgetIfUnique(&handle))
    } else {
      // There is no other reference, so no other thread can use its state.
      pending.append(contentsOf: handle?.details.dependencies ?? [])
      handle?.details.dependencies = []
    }
  }
}
