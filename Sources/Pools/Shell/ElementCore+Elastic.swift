internal import StageFloor

extension ElementCore {
  /// They become idle as new elements: no hook is called and no use is counted.
  func warmUpHere(to count: Int) throws {
    require(count >= 0, "warmUp(to:) takes a count of 0 or more, not \(count).")
    let count = min(count, maximumIdle)
    while existing < count { try makeInReserve() }
  }

  private var maximumIdle: Int { decide(.calm) { state, _, _ in state.machine.rules.maximumIdle } }

  private func makeInReserve() throws {
    let slot = decide { state, _, _ in
      let index = state.machine.startBuilding()
      table.grow(to: state.machine.slots.count)
      return table[index]
    }
    let taken = try makeHere(in: slot).taken
    slot.pass()
    built(slot, taking: taken)
  }
}
