internal import StageFloor

@usableFromInline
final class ElementCore<Element>: PoolCore, @unchecked Sendable {  // guard: one borrower per slot
  enum Maker {
    case byBorrower(@Sendable () throws -> sending Element)
    case byPool(@Sendable () async throws -> sending Element)
    case byPoolInSlot(@Sendable (PoolCore, SlotRef) async throws -> sending Element)
    case none

    fileprivate var builder: Machine.Rules.Builder {
      switch self {
      case .byBorrower: .borrower
      case .byPool, .byPoolInSlot: .pool
      case .none: .none
      }
    }
  }

  struct Hooks: Sendable {
    var onReturn: (@Sendable (inout Element) -> PoolDisposition)?
    var decideAfterFailure: (@Sendable (inout Element, any Error) -> PoolDisposition)?
    var own = PoolHooks<Element>()
    var awaited = AsyncPoolHooks<Element>()

    init(_ hooks: PoolHooks<Element>) {
      own = hooks
      onReturn = hooks.onReturn
      decideAfterFailure = hooks.onFailure.decide
    }

    init(_ hooks: AsyncPoolHooks<Element>) {
      awaited = hooks
      onReturn = hooks.onReturn
      decideAfterFailure = hooks.onFailure.decide
    }
  }

  private let maker: Maker
  private let hooks: Hooks

  /// The kind of pool has completed the configuration.
  init(
    _ configuration: PoolConfiguration, capacity: Int = .max, capacityPerKey: Int? = nil,
    hooks: Hooks, maker: Maker
  ) {
    self.maker = maker
    self.hooks = hooks
    var rules = Machine.Rules(
      configuration, builder: maker.builder, capacity: capacity, capacityPerKey: capacityPerKey)
    if hooks.awaited.prepareForReuse != nil || hooks.awaited.validate != nil {
      rules.preparer = .pool
    }
    rules.prepares = hooks.own.prepareForReuse != nil || hooks.awaited.prepareForReuse != nil
    if hooks.own.validate != nil || hooks.awaited.validate != nil {
      rules.validationWindow = configuration.validationWindow.wholeNanoseconds
      rules.testInterval = configuration.keepAliveInterval?.wholeNanoseconds
    } else {
      require(
        configuration.keepAliveInterval == nil,
        "keepAliveInterval tests idle elements with the hook validate, and this pool has none.")
    }
    var traits = Traits(configuration)
    traits.hasReturnHook = hooks.onReturn != nil
    traits.mayOvertake = rules.mayOvertake

    super.init(
      rules: rules, traits: traits, timekeeper: Timekeeper(configuration.clock),
      layout: Layout(
        offset: SlotRef.elementOffset(Element.self), size: MemoryLayout<Element>.size,
        alignment: MemoryLayout<Element>.alignment,
        // A class, or `AnyObject` itself, which is not a class type.
        isObject: Element.self is AnyObject.Type || Element.self == AnyObject.self),
      isOrdered: configuration.reuseOrder != .nearest,
      isFastPathDisabled: configuration.reuseOrder == .firstInFirstOut || traits.mustSeeEachLoan
        || rules.mustSeeEachLoan)
  }

  override func makeElement(in slot: SlotRef) throws {
    guard case .byBorrower(let make) = maker else {
      preconditionFailure("Borrowers create elements only in an elastic pool.")
    }
    slot.element(as: Element.self).initialize(to: try make())
  }

  override func startBuilding(in slot: SlotRef) {
    Task.detached(priority: Task.currentPriority) { [self] in
      let start = timekeeper.now
      do {
        try await makeForPool(in: slot)
        slot.pass()
        built(slot, taking: timekeeper.now - start)
      } catch {
        buildFailed(slot, with: error)
      }
    }
  }

  private func makeForPool(in slot: SlotRef) async throws {
    let element = slot.element(as: Element.self)
    switch maker {
    case .byPool(let make): element.initialize(to: try await make())
    case .byPoolInSlot(let make): element.initialize(to: try await make(self, slot))
    case .byBorrower, .none:
      preconditionFailure("The pool creates elements only if it has a closure for that.")
    }
  }

  override func startPreparing(_ slot: SlotRef, grant: Machine.Grant) {
    Task.detached(priority: Task.currentPriority) { [self] in
      if let reason = await prepare(slot, grant: grant) {
        discard(slot, because: reason)
      } else {
        slot.pass()
        prepared(slot)
      }
    }
  }

  private func prepare(_ slot: SlotRef, grant: Machine.Grant) async -> PoolDiscardReason? {
    let element = slot.element(as: Element.self)
    do {
      if grant.needsValidation, let validate = hooks.awaited.validate {
        guard try await validate(&element.pointee) else { return .byHook }
      }
      // Only while the element is idle; otherwise the borrower calls it.
      if grant.needsValidation, let validate = hooks.own.validate {
        guard try validate(&element.pointee) else { return .byHook }
      }
      if grant.needsPreparation, let prepare = hooks.awaited.prepareForReuse {
        try await prepare(&element.pointee)
      }
      return nil
    } catch {
      return .preparationFailed
    }
  }

  override func makeReady(_ slot: SlotRef, grant: Machine.Grant) -> PoolDiscardReason? {
    let element = slot.element(as: Element.self)
    do {
      if grant.needsValidation, let validate = hooks.own.validate {
        guard try validate(&element.pointee) else { return .byHook }
      }
      if grant.needsPreparation, let prepare = hooks.own.prepareForReuse {
        try prepare(&element.pointee)
      }
      return nil
    } catch {
      return .preparationFailed
    }
  }

  override func clean(_ slot: SlotRef) -> PoolDisposition {
    hooks.onReturn?(&slot.element(as: Element.self).pointee) ?? .reuse
  }

  override func forgetElement(in slot: SlotRef) {
    slot.element(as: Element.self).deinitialize(count: 1)
  }

  override func endElements(_ endings: [Ending]) {
    guard hooks.awaited.destroy == nil, hooks.own.destroy == nil, endings.count > 1 else {
      for ending in endings { endElement(ending) }
      return
    }
    // Without a hook elements are destroyed quickly, and one critical section handles many.
    var isReported = 0
    let batch = 64
    for index in endings.indices {
      endings[index].slot.element(as: Element.self).deinitialize(count: 1)
      guard index + 1 - isReported == batch || index + 1 == endings.count else { continue }
      ended(endings[isReported...index])
      isReported = index + 1
    }
  }

  override func endElement(_ ending: Ending) {
    let pointer = ending.slot.element(as: Element.self)
    if let destroy = hooks.awaited.destroy {
      Task.detached { [self] in
        nonisolated(unsafe) let element = pointer.move()  // guard: this task's until `ended(_:)`
        await destroy(element, ending.reason)
        ended(ending)
      }
    } else if let destroy = hooks.own.destroy {
      nonisolated(unsafe) let element = pointer.move()  // guard: this thread's until `ended(_:)`
      destroy(element, ending.reason)
      ended(ending)
    } else {
      pointer.deinitialize(count: 1)
      ended(ending)
    }
  }

  @usableFromInline
  @inline(never)
  func returnElement(_ slot: SlotRef, after error: any Error) {
    guard let decide = hooks.decideAfterFailure,
      decide(&slot.element(as: Element.self).pointee, error) == .discard
    else { return returnElement(slot) }
    discard(slot, because: .afterFailure)
  }

  func admit(_ element: sending Element) {
    let slot = decide { state, _, _ in
      let index = state.machine.admit()
      table.grow(to: state.machine.slots.count)
      return table[index]
    }
    slot.element(as: Element.self).initialize(to: element)
    slot.pass()
    added(slot)
  }

  func replaceStock(with elements: [Element]) {
    if case .none = maker {
    } else {
      misuse(
        """
        replaceStock(with:) is for a pool created with a stock; this pool of \(Element.self) \
        creates its elements: use invalidateAll().
        """)
    }
    let slots = decide(clock: .always) { state, now, effects in
      state.machine.clearStock(at: now, into: &effects)
      let indices = elements.map { _ in state.machine.admit() }
      table.grow(to: state.machine.slots.count)
      return indices.map { table[$0] }
    }
    for (slot, element) in zip(slots, elements) {
      nonisolated(unsafe) let element = element  // guard: sent here; no other code can reach it
      slot.element(as: Element.self).initialize(to: element)
      slot.pass()
      added(slot)
    }
  }
}

extension PoolCore.Traits {
  /// Each loan or return triggers an action, so none may bypass the lock.
  fileprivate var mustSeeEachLoan: Bool { hasReturnHook || notesLoans }
}

extension PoolMachine.Rules {
  /// Each loan or return requires a decision, so none may bypass the lock.
  fileprivate var mustSeeEachLoan: Bool {
    watchesTime || prepares || maximumUses != nil || maximumIdle == 0 || capacityPerKey != nil
      || (builder == .pool && (minimumIdle > 0 || maximumIdle < Int.max))
  }
}
