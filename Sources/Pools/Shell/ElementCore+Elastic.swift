internal import StageFloor

extension ElementCore {
  static func elastic(
    maximumIdle: Int, configuration: PoolConfiguration, hooks: PoolHooks<Element>,
    make: @escaping @Sendable () throws -> sending Element
  ) -> ElementCore {
    let configuration = configuration.elastic(maximumIdle: maximumIdle)
    var rules = Machine.Rules(configuration)
    rules.builder = .borrower
    return ElementCore(
      rules: rules, configuration: configuration, hooks: Hooks(hooks), maker: .byBorrower(make))
  }

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
    let taken = try makeHere(in: slot)
    slot.pass()
    built(slot, taking: taken)
  }
}
