/// The desk's list of orders, changed by eight threads while it is shown.
struct OrdersScene: Scene {
  let name = "orders"
  let summary = "the desk's list of orders, changed by eight threads while it is shown"

  /// How much is played.
  struct Extent: Sendable {
    /// How many orders the desk's screen shows.
    var orders = 400
    /// How many edits each thread tries to make while it waits for the screen now and then.
    var pacedEdits = 1_500
    /// How many edits each thread tries to make as fast as it can.
    var hurriedEdits = 10_000
    /// How many orders two threads are after, in either case.
    var contests = 250
    /// How many rows the long list has.
    var rows = 100_000
    /// How many edits are made to it.
    var lateEdits = 10_000
  }

  let extent: Extent

  /// The scene as the tour plays it, or a smaller one for tests.
  init(_ extent: Extent = Extent()) { self.extent = extent }

  func play(_ narrator: Narrator) async throws {
    let textbook = await playTextbook(narrator)
    let ours = await playOurs(narrator)
    await playHiddenScreen(narrator)
    try playOwnEdits(narrator)
    await playSections(narrator)
    let long = await playOldSnapshot(narrator)
    conclude(narrator, textbook, ours, long)
  }
}
