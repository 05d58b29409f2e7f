internal import Foundation
internal import Stagecraft
internal import StagecraftTestKit

struct TabsScene: Scene {
  let name = "tabs"
  let summary = "four tabs and a memory warning, after which the user's changes are still there"
  /// The tabs; the first is visible.
  var tabs = LibraryTab.four(heaviest: 24 << 20)
  /// A tab that the user has never opened.
  var unvisited = LibraryTab("Exhibitions", bytes: 16 << 20)
  var program = Bundle.main.executablePath ?? "/proc/self/exe"

  func play(_ narrator: Narrator) async throws {
    playTextbook(narrator)
    await playOurs(narrator)
    await playMap(narrator)
    playStack(narrator)
    playRecursion(narrator)
    try await playTrap(narrator)
    playOrder(narrator)
    await playLeak(narrator)
  }

  /// Prints each tab's label before and after the memory warning.
  func showLabels(_ narrator: Narrator, _ before: [String], _ after: [String]) {
    narrator.table(
      "tab", "label before", "label after", left: 3,
      rows: tabs.indices.map { [tabs[$0].title, before[$0], after[$0]] })
  }
}

/// A tab of the app, with a label that the user changes, and the size of its view.
struct LibraryTab: Hashable, Sendable {
  let title: String
  let initialLabel: String
  let changedLabel: String
  let bytes: Int

  init(_ title: String, _ initialLabel: String = "", _ changedLabel: String = "", bytes: Int = 0) {
    self.title = title
    self.initialLabel = initialLabel
    self.changedLabel = changedLabel
    self.bytes = bytes
  }

  /// Four tabs: a light one, and three of which each is a third of the one before it.
  static func four(heaviest bytes: Int) -> [LibraryTab] {
    [
      LibraryTab("Catalogue", "All books", "Novels, by year", bytes: 4096),
      LibraryTab("Map", "The whole city", "Around the harbour", bytes: bytes),
      LibraryTab("Covers", "New this week", "Seen by Ada", bytes: bytes / 3),
      LibraryTab("Loans", "Nothing chosen", "Emma, until Friday", bytes: bytes / 9),
    ]
  }
}

/// A stand-in for a view of a toolkit, with real memory.
@MainActor
final class PageView: FakeView {
  /// The window of the textbook's app; ours finds windows through screens.
  weak var window: TextbookWindow?
  private let picture: Picture?

  init(_ text: String = "", bytes: Int = 0) {
    picture = bytes > 0 ? Picture(bytes: bytes, seed: UInt64(bytes)) : nil
    super.init("page")
    self.text = text
  }
}

extension FakeView {
  /// What the user reads, from the bottom to the top.
  var visibleTexts: [String] {
    (text.isEmpty ? [] : [text]) + shownSubviews.flatMap(\.visibleTexts)
  }
}
