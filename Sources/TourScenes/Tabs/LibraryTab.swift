/// What a tab of the app shows.
struct LibraryTab: Hashable, Sendable {
  let title: String
  /// What its label says when the view is made.
  let initialLabel: String
  /// What the user makes of it.
  let changedLabel: String
  /// How much memory its view takes.
  let bytes: Int

  /// The four tabs of the library's app.
  ///
  /// - Parameter bytes: what the heaviest takes; each of the others takes a third of the one before.
  /// - Returns: the tabs, from the first.
  static func four(heaviest bytes: Int) -> [LibraryTab] {
    [
      LibraryTab(
        title: "Catalogue", initialLabel: "All books", changedLabel: "Novels, by year", bytes: 4096),
      LibraryTab(
        title: "Map", initialLabel: "The whole city", changedLabel: "Around the harbour",
        bytes: bytes),
      LibraryTab(
        title: "Covers", initialLabel: "New this week", changedLabel: "Seen by Ada",
        bytes: bytes / 3),
      LibraryTab(
        title: "Loans", initialLabel: "Nothing chosen", changedLabel: "Emma, until Friday",
        bytes: bytes / 9),
    ]
  }
}
