extension ElementCore {
  /// One element at a time, the coldest first, so that borrowers find the others idle.
  func discard(where isUnwanted: (inout Element, Duration, Duration) -> Bool) -> Int {
    var discarded = 0
    var colder: Int?
    for index in decide(.full, { state, _, _ in state.machine.slots.idleSlots }) {
      let taken = decide(.full, clock: .always) { state, now, _ in
        state.machine.takeToInspect(index, at: now)
      }
      guard let taken else { continue }
      let slot = table[index]
      slot.receive()
      let (age, idleTime) = (Duration.nanoseconds(taken.age), Duration.nanoseconds(taken.idleTime))
      if isUnwanted(&slot.element(as: Element.self).pointee, age, idleTime) {
        discard(slot, because: .byBorrower)
        discarded += 1
      } else {
        slot.pass()
        decide(.full, clock: .always) { state, now, effects in
          state.machine.inspected(index, after: colder, at: now, into: &effects)
        }
        colder = index
      }
    }
    return discarded
  }
}
