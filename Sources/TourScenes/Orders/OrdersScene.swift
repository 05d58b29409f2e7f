struct OrdersScene: Scene {
  let name = "orders"
  let summary = "the desk's list of orders, edited by eight threads while a table shows it"
  var orders = 400
  /// The number of edits of each thread, with a pace and without one.
  var pacedEdits = 1_500
  var unpacedEdits = 10_000
  /// The number of orders that all threads want.
  var contestedCount = 250
  /// The length of the long list, and the number of its edits.
  var rows = 100_000
  var longListEdits = 10_000

  func play(_ narrator: Narrator) async throws {
    playSteps(narrator)
    await playThreads(narrator)
    await playDesk(narrator, edits: pacedEdits, isPaced: true)
    await playDesk(narrator, edits: unpacedEdits, isPaced: false)
    await playHidden(narrator)
    try playOwnEdits(narrator)
    await playDerived(narrator, edits: max(10, pacedEdits / 4))
    await playOldSnapshot(narrator, rows: rows, edits: longListEdits)
  }
}
