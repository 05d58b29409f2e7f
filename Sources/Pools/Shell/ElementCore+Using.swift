extension ElementCore {
  /// Lends the element in `slot` to `body`, and returns it however `body` ends.
  @inlinable
  @inline(__always)
  func use<Result: ~Copyable, Failure: Error>(
    _ slot: SlotRef, _ body: (inout sending Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    nonisolated(unsafe) let element = slot.element(as: Element.self)  // guard: lent to this caller
    do {
      let result = try body(&element.pointee)
      returnElement(slot)
      return result
    } catch {
      returnElement(slot, after: error)
      throw error
    }
  }

  /// Lends the element in `slot` to a `body` that may suspend, and returns it however `body` ends.
  @inlinable
  @inline(__always)
  func useAwaiting<Result>(
    _ slot: SlotRef, _ body: (inout sending Element) async throws -> Result
  ) async throws -> Result {
    nonisolated(unsafe) let element = slot.element(as: Element.self)  // guard: lent to this caller
    do {
      let result = try await body(&element.pointee)
      returnElement(slot)
      return result
    } catch {
      returnElement(slot, after: error)
      throw error
    }
  }
}
