/// The desk's list of orders, edited by eight threads while it is shown.
struct OrdersScene: Scene {
  let name = "orders"
  let summary = "the desk's list of orders, changed by eight threads while it is shown"
  var orders = 400
  /// How many edits each thread tries while it is paced, and while it is not.
  var pacedEdits = 1_500
  var hurriedEdits = 10_000
  /// How many orders two threads both want.
  var contests = 250
  /// The long list.
  var rows = 100_000
  var lateEdits = 10_000

  func play(_ narrator: Narrator) async throws {
    playSteps(narrator)
    await playThreads(narrator)
    await playDesk(narrator, edits: pacedEdits, isPaced: true)
    await playDesk(narrator, edits: hurriedEdits, isPaced: false)
    await playHidden(narrator)
    try playOwnEdits(narrator)
    await playDerived(narrator, edits: max(10, pacedEdits / 4))
    await playOldSnapshot(narrator, rows: rows, edits: lateEdits)
    narrator.say(
      """
      The textbook's table contradicts itself and ours never does. The reason is not a better lock: \
      the table reads one version that never changes, and hears exactly what leads to the next.
      """)
  }
}
