internal import CStageFloor

/// The values that the steps of one run have returned.
///
/// A step writes its slot before it ends, and only steps that start later, and the report, read it.
final class StepValues: @unchecked Sendable {  // guard: the order of the steps, see above
  private let slots: UnsafeMutablePointer<(any Sendable)?>
  private let count: Int

  init(count: Int) {
    self.count = count
    slots = .allocate(capacity: count)
    slots.initialize(repeating: nil, count: count)
  }

  deinit {
    slots.deinitialize(count: count)
    slots.deallocate()
  }

  /// For a step that a host of the run executes and that is not isolated to an actor.
  static var ofCurrentRun: StepValues {
    let slot = stage_worker()?.assumingMemoryBound(to: WorkerSlot.self)
    guard let values = slot?.pointee.crew.takeUnretainedValue().values else {
      preconditionFailure("A step with a value runs on a host of its run.")
    }
    return values
  }

  func store(_ value: some Sendable, in slot: Int) { slots[slot] = value }

  func load<Value>(_ slot: ValueSlot<Value>) -> Value {
    guard let value = slots[slot.number] else {
      preconditionFailure("A step started before a step that it requires had a value.")
    }
    return value as! Value
  }
}

/// The place of a value of this type in ``StepValues``.
struct ValueSlot<Value: Sendable>: Sendable {
  let number: Int
}
