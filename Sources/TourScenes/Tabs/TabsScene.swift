internal import Foundation

/// Four tabs, a memory warning, and what the user finds on return.
struct TabsScene: Scene {
  let name = "tabs"
  let summary = "four tabs and a memory warning: what the user has done is there afterwards"

  /// How much is played.
  struct Extent: Sendable {
    /// The tabs, from the one that the user sees.
    var tabs = LibraryTab.four(heaviest: 24 << 20)
    /// A tab to which the user has never been.
    var unvisited = LibraryTab(
      title: "Exhibitions", initialLabel: "All halls", changedLabel: "", bytes: 16 << 20)
    /// How long it takes to lay out a view, beside making its picture.
    var layout = Duration.milliseconds(8)
  }

  var extent = Extent()
  /// The executable `stagecraft`, parts of which are played as processes of their own.
  var program = Bundle.main.executablePath ?? "/proc/self/exe"

  func play(_ narrator: Narrator) async throws {
    let textbook = playTextbook(narrator)
    let ours = await playOurs(narrator)
    await playMap(narrator)
    playStack(narrator)
    try await playRecursion(narrator)
    playOrder(narrator)
    await playLeak(narrator)
    try await playRestart(narrator)
    conclude(narrator, textbook, ours)
  }
}
