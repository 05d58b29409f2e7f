internal import StageFloor

extension ElementCore {
  /// The core of a pool that never waits.
  static func elastic(
    maximumIdle: Int, configuration: PoolConfiguration, hooks: PoolHooks<Element>,
    make: @escaping @Sendable () throws -> sending Element
  ) -> ElementCore {
    require(
      maximumIdle >= 0,
      "maximumIdle counts the elements to keep: give 0 to keep none, not \(maximumIdle).")
    var configuration = configuration
    configuration.maximumIdle = maximumIdle
    var rules = Machine.Rules(configuration)
    rules.builder = .borrower
    return ElementCore(
      rules: rules, configuration: configuration, hooks: Hooks(hooks), maker: .byBorrower(make),
      defaultOrder: .lastInFirstOut)
  }

  /// Makes elements until `count` exist, on this thread.
  ///
  /// They become idle as new: nobody has used them, so no hook sees them and no use is counted.
  func warmUpHere(to count: Int) throws {
    require(count >= 0, "warmUp(to:) counts elements; \(count) is none.")
    let count = min(count, maximumIdle)
    while existing < count { try makeInReserve() }
  }

  private var maximumIdle: Int { decide(.calm) { desk, _, _ in desk.machine.rules.maximumIdle } }

  /// Makes one element, whatever is idle.
  private func makeInReserve() throws {
    let slot = decide { desk, _, _ in
      let index = desk.machine.startBuilding()
      table.grow(to: desk.machine.slots.count)
      return table[index]
    }
    let taken = try makeHere(in: slot)
    slot.pass()
    built(slot, taking: taken)
  }

  /// Runs what can only throw what `make` throws, where `make` cannot.
  func makingCannotFail<Result>(_ body: () throws -> Result) -> Result {
    do {
      return try body()
    } catch {
      preconditionFailure("A pool whose `make` cannot throw got an error from it: \(error)")
    }
  }
}
