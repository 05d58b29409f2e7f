internal import Stagecraft

/// A screen that is hidden for a while, and shown again.
struct HiddenScreen: Sendable {
  struct Report: Sendable {
    /// How many edits were made while it was hidden.
    let edits: Int
    /// How often the screen was told of something meanwhile.
    let toldWhileHidden: Int
    /// How often it was told after it was shown again.
    let toldAfterwards: Int
    /// What it was told then.
    let changes: ListChanges
    /// Whether that, applied to the rows that it had kept, makes the rows of the list.
    let isExact: Bool
  }

  let orders: Int
  let threads: Int
  /// How many edits each thread tries to make.
  let edits: Int

  @MainActor
  func run() async -> Report {
    var slips = OrderSlips(seed: 16)
    let list = LiveList(slips.next(orders))
    let (transitions, teller) = AsyncStream.makeStream(of: ListTransition<Order>.self)
    var told = 0
    var rows: [Order] = []
    let observation = list.observe { transition in
      told += 1
      teller.yield(transition)
    }
    var next = transitions.makeAsyncIterator()
    if let first = await next.next() { rows = Array(first.new) }

    observation.pause()
    told = 0
    let writers = (1...threads).map { number in
      let writer = OrderWriter(number: number, orders: list, reserved: [], turnstile: nil)
      return Task.onThread { writer.write(edits) }
    }
    for writer in writers { _ = await writer.value }
    let toldWhileHidden = told

    observation.resume()
    let last = await next.next()
    // Nothing is left.
    observation.flush()
    let changes = last?.changes ?? .none(count: rows.count)
    if let new = last?.new { rows = changes.apply(to: rows) { new[$0] } }
    return Report(
      edits: Int(list.version), toldWhileHidden: toldWhileHidden,
      toldAfterwards: told - toldWhileHidden, changes: changes,
      isExact: !changes.isReset && rows == Array(list.snapshot()))
  }
}
