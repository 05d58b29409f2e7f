/// The screens of a container by their identities, for few as for many.
///
/// A container asks for its screens many times during each transition, nearly always in the order in
/// which they came, so that the place is known before: a look there is cheaper than hashing.
///
/// A look takes no closure, of which each call would ask anew whether this is the main actor. And no
/// access to the properties encloses a call of anybody else's code: so that is not checked anew at
/// each of them.
@MainActor
final class ScreenRoll {
  /// In the order in which they came.
  @exclusivity(unchecked) private(set) var screens: [AnyScreen] = []
  @exclusivity(unchecked) private var ids: [ScreenID] = []
  /// Where each is; empty while there are few.
  @exclusivity(unchecked) private var places: [ScreenID: Int] = [:]

  init() {}

  private static var few: Int { 12 }

  var count: Int { screens.count }

  subscript(id: ScreenID) -> AnyScreen? {
    guard let place = place(of: id) else { return nil }
    return screens[place]
  }

  /// The same, with a guess where it is.
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

  /// - Complexity: O(*n*), but for the last to come.
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
