/// The screens of a container by identity, efficient for few screens and for many.
///
/// A container looks up its screens many times during each transition, nearly always in the order
/// in which they were added, so the index is known in advance: comparing there is cheaper than
/// hashing.
///
/// A lookup takes no closure, because each call of one would check again that it runs on the main
/// actor. No access to the properties encloses a call of foreign code, so exclusivity is not
/// checked at each access.
@MainActor
final class ScreenTable {
  /// In the order in which they were added.
  @exclusivity(unchecked) private(set) var screens: [AnyScreen] = []
  @exclusivity(unchecked) private var ids: [ScreenID] = []
  /// The index of each screen; empty while there are few.
  @exclusivity(unchecked) private var places: [ScreenID: Int] = [:]

  init() {}

  private static var few: Int { 12 }

  var count: Int { screens.count }

  subscript(id: ScreenID) -> AnyScreen? {
    guard let place = place(of: id) else { return nil }
    return screens[place]
  }

  /// Looks up a screen, given a guess of its index.
  subscript(id: ScreenID, near guess: Int) -> AnyScreen? {
    if guess < ids.count, ids[guess] == id { return screens[guess] }
    return self[id]
  }

  func add(_ screen: AnyScreen) {
    screens.append(screen)
    ids.append(screen.id)
    if !places.isEmpty {
      places[screen.id] = ids.count - 1
    } else if ids.count > Self.few {
      notePlaces()
    }
  }

  /// - Complexity: O(*n*), except for the screen that was added last.
  func remove(_ id: ScreenID) -> AnyScreen? {
    guard let place = place(of: id) else { return nil }
    let screen = screens.remove(at: place)
    ids.remove(at: place)
    if ids.count <= Self.few {
      places = [:]
    } else if place == ids.count {
      places[id] = nil
    } else {
      notePlaces()
    }
    return screen
  }

  private func place(of id: ScreenID) -> Int? {
    guard places.isEmpty else { return places[id] }
    var place = ids.count
    while place > 0 {
      place -= 1
      if ids[place] == id { return place }
    }
    return nil
  }

  private func notePlaces() {
    places = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
  }
}
