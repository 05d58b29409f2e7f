/// The scenes, in the order in which they are played.
@MainActor
package enum Playbill {
  /// All of them.
  ///
  /// A new scene is added here, and nowhere else.
  package static var scenes: [any Scene] {
    [
      LendingScene(), MapsScene(), FavouritesScene(), AlertsScene(), LaunchScene(),
      ManagersScene(), MemoryScene(), OrdersScene(), TabsScene(),
    ]
  }
}
