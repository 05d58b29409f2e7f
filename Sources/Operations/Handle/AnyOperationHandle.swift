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
  // is shared; `details` is used under the lock of the engine; for `runner`, `parts` and the value,
  // see `OperationHandle`; all else is constant.

  /// The manager of the operation.
  public final let manager: OperationManager
  final let options: OperationOptions
  private let site: OperationSite
  /// Runs the body and stores its value, or returns the error that it threw.
  @usableFromInline
  typealias Runner = @Sendable (AnyOperationHandle, OperationContext) async -> (any Error)?
  @exclusivity(unchecked) final var runner: Runner?
  /// Nil once neither the conditions nor the scheduling can be called any more.
  @usableFromInline @exclusivity(unchecked) final var parts: HandleParts?
  /// The memory of the value, or of a pointer to it; see ``OperationHandle``.
  @usableFromInline @exclusivity(unchecked) final var outputWords: (UInt, UInt) = (0, 0)
  @usableFromInline @exclusivity(unchecked) final var hasOutput = false
  @exclusivity(unchecked) final var id = NodeID(slot: -1, generation: 0)
  /// The number of the operation, unique in the process.
  @exclusivity(unchecked) package internal(set) final var number: UInt64 = 0
  @exclusivity(unchecked) final var isPrepared = false
  @exclusivity(unchecked) final var isScope = false
  /// The handle in the engine, if this is another one of the same operation.
  private final let original: AnyOperationHandle?
  @exclusivity(unchecked) final var details = HandleState()

  @usableFromInline
  init(
    manager: OperationManager, options: OperationOptions, site: OperationSite,
    runner: @escaping Runner
  ) {
    self.manager = manager
    self.options = options
    self.site = site
    self.runner = runner
    original = nil
  }

  /// Another handle of a shared operation, reserved until this handle is used.
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
    guard details.hasDependencies else { return }
    var dependencies = details.dependencies
    details.dependencies = []
    dropIteratively(&dependencies)
  }

  /// The handle in the engine.
  final var core: AnyOperationHandle { original ?? self }

  /// The name from the options, or the call site of the submission.
  public final var name: String { options.name ?? site.description }

  // For the engine.

  final func evaluateConditions(
    _ context: OperationContext, onlyVolatile: Bool
  ) async -> ConditionsAnswer {
    guard let parts, let evaluate = parts.evaluate else { return .proceed }
    let first = parts.firstCondition
    let answer =
      if let companion = context.surroundings?.companion {
        await companion.within(on: #isolation) {
          await evaluate(self, context, first, onlyVolatile)
        }
      } else {
        await evaluate(self, context, first, onlyVolatile)
      }
    if case .first(_, by: let position) = answer {
      parts.firstCondition = position
    } else {
      parts.firstCondition = 0
    }
    return answer
  }

  /// Whether it still has a body, conditions or a scheduling of its own.
  final var hasBody: Bool { runner != nil || parts != nil }

  /// Releases the body if it will not run again; returns the error that it threw.
  final func runBody(_ context: OperationContext) async -> (any Error)? {
    guard let runner else { return nil }
    let error =
      if let surroundings = context.surroundings {
        await runBody(runner, context, in: surroundings)
      } else {
        await runner(self, context)
      }
    // Only operations with retries or preemption run twice.
    if error == nil, options.extras == nil { self.runner = nil }
    return error
  }

  final var hasConditions: Bool { parts?.hasConditions ?? false }

  /// Whether something may prevent its start right before the body.
  final var isCheckedAtStart: Bool {
    manager.configuration.willStart != nil || parts?.hasVolatileConditions ?? false
  }

  /// Under the lock.
  final func scheduleCall(_ number: Int) -> (@Sendable () -> Void)? {
    guard let schedule = parts?.schedule else { return nil }
    return { schedule(self, number) }
  }

  /// Releases what cannot be called any more, and a value that does not count; without the lock.
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

/// The call site of a submission, in two words.
@usableFromInline
struct OperationSite: Sendable, CustomStringConvertible {
  /// The address of the file's name, or its only character.
  private let start: UInt
  /// The length of the file's name; the maximum if it is a single character.
  private let length: UInt32
  private let line: UInt32

  @usableFromInline
  init(fileID: StaticString, line: UInt) {
    if fileID.hasPointerRepresentation {
      start = UInt(bitPattern: fileID.utf8Start)
      length = UInt32(truncatingIfNeeded: fileID.utf8CodeUnitCount)
    } else {
      start = UInt(fileID.unicodeScalar.value)
      length = .max
    }
    self.line = UInt32(clamping: line)
  }

  @usableFromInline
  var description: String {
    let file = "\(fileID)".split(separator: "/").last.map(String.init) ?? ""
    return "\(file):\(line)"
  }

  private var fileID: String {
    guard length < .max, let bytes = UnsafePointer<UInt8>(bitPattern: start) else {
      return Unicode.Scalar(UInt32(start)).map { String(Character($0)) } ?? ""
    }
    return String(
      decoding: UnsafeBufferPointer(start: bytes, count: Int(length)), as: UTF8.self)
  }
}

/// Releases a chain of handles, where each may hold the only reference to the next.
///
/// A chain of a million operations would overflow the stack with nested `deinit`s.
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
