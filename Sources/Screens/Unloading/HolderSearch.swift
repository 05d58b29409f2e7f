#if DEBUG
internal import StageFloor

/// Searches the stored properties of screens for references that keep views alive.
///
/// It descends into optionals, enums, tuples, structs, arrays, dictionaries and sets, a few levels
/// deep, but not into other objects, which other threads may be mutating. A property counts only if
/// it stores the view itself or a view in it, and is neither weak nor unowned.
///
/// Debug builds only: see ``StoredProperties``.
@MainActor
struct HolderSearch {
  private static let deepest = 6
  private static let mostValues = 5_000

  private let wanted: Set<ObjectIdentifier>
  private var holders: [ObjectIdentifier: [String]] = [:]
  private var valuesLeft = Self.mostValues

  private init(_ wanted: Set<ObjectIdentifier>) { self.wanted = wanted }

  /// Finds the references to the views that are still alive.
  ///
  /// A part of a view is a leak only if a property retains it: otherwise a pool or a cache may.
  static func leaks(
    of suspects: [LeakProbe.Suspect], in screens: [AnyScreen]?
  ) -> [(LeakProbe.Suspect, ScreenViewLeak)] {
    let views = suspects.map(\.view)
    let parts = suspects.map { $0.parts.compactMap(\.object) }
    let wanted = views.compactMap(\.self) + parts.joined()
    var search = HolderSearch(Set(wanted.map { ObjectIdentifier($0) }))
    // A view is most often retained by its own screen, and there may be more screens than can be
    // searched.
    let owners = Set(suspects.map(\.screen))
    for isOwner in [true, false] {
      for screen in screens ?? [] where owners.contains(screen.id) == isOwner {
        search.look(through: screen)
      }
    }
    // A view may be a part of another that was unloaded as well.
    var reported = Set(views.compactMap { $0.map { ObjectIdentifier($0) } })
    var leaks: [(LeakProbe.Suspect, ScreenViewLeak)] = []
    for (suspect, (view, parts)) in zip(suspects, zip(views, parts)) {
      func report(_ object: AnyObject, isPart: Bool) {
        let leak = ScreenViewLeak(
          viewType: "\(type(of: object))", holders: search.holders(of: object),
          isSearchComplete: screens != nil && search.valuesLeft > 0, isPart: isPart)
        leaks.append((suspect, leak))
      }
      if let view { report(view, isPart: false) }
      for part in parts where !search.holders(of: part).isEmpty {
        if reported.insert(ObjectIdentifier(part)).inserted { report(part, isPart: true) }
      }
    }
    return leaks
  }

  private func holders(of object: AnyObject) -> [String] {
    holders[ObjectIdentifier(object)] ?? []
  }

  private mutating func look(through screen: AnyScreen) {
    guard !(screen is any CustomReflectable) else { return }
    let name = screen.name
    var mirror: Mirror? = Mirror(reflecting: screen)
    // The base class stores no view, except in the saved state, which is searched below.
    while let part = mirror, part.subjectType != AnyScreen.self {
      look(throughPropertiesIn: part, of: name, depth: 0)
      mirror = part.superclassMirror
    }
    if let state = screen.savedState { look(at: state.transients, "\(name).savedState", depth: 0) }
  }

  /// Reads the children of a mirror one by one, and skips those that are not strong references.
  private mutating func look(throughPropertiesIn mirror: Mirror, of path: String, depth: Int) {
    guard let areStrong = StoredProperties.areStrong(in: mirror) else { return }
    for (index, isStrong) in zip(mirror.children.indices, areStrong) where isStrong {
      let child = mirror.children[index]
      look(at: child.value, "\(path).\(Self.name(of: child.label))", depth: depth)
    }
  }

  private mutating func look(at value: Any, _ path: String, depth: Int) {
    guard valuesLeft > 0, depth <= Self.deepest else { return }
    valuesLeft -= 1
    if type(of: value) is AnyObject.Type {
      return note(value as AnyObject, path)
    }
    if let list = value as? any Sequence, Self.hasPlainElements(list) { return }
    let mirror = Mirror(reflecting: value)
    guard !mirror.children.isEmpty else { return }
    switch mirror.displayStyle {
    case .optional:
      for child in mirror.children { look(at: child.value, path, depth: depth) }
    case .collection, .set:
      for (place, child) in mirror.children.enumerated() {
        guard valuesLeft > 0 else { return }
        look(at: child.value, "\(path)[\(place)]", depth: depth + 1)
      }
    case .dictionary:
      for child in mirror.children {
        guard valuesLeft > 0 else { return }
        let pair = Array(Mirror(reflecting: child.value).children)
        guard pair.count == 2 else { continue }
        look(at: pair[0].value, "a key of \(path)", depth: depth + 1)
        look(at: pair[1].value, "\(path)[\(Self.name(ofKey: pair[0].value))]", depth: depth + 1)
      }
    case .struct where !(value is any CustomReflectable):
      look(throughPropertiesIn: mirror, of: path, depth: depth + 1)
    case .enum, .tuple:
      for child in mirror.children {
        look(at: child.value, "\(path).\(Self.name(of: child.label))", depth: depth + 1)
      }
    default:
      break
    }
  }

  private mutating func note(_ object: AnyObject, _ path: String) {
    let id = ObjectIdentifier(object)
    guard wanted.contains(id), holders[id]?.contains(path) != true else { return }
    holders[id, default: []].append(path)
  }

  // MARK: Names

  /// Whether no element can contain a reference: numbers and strings.
  private static func hasPlainElements<List: Sequence>(_ list: List) -> Bool {
    _isPOD(List.Element.self) || List.Element.self == String.self || List.self == String.self
  }

  private static func name(of label: String?) -> String {
    guard let label else { return "?" }
    let lazy = "$__lazy_storage_$_"
    if label.hasPrefix(lazy) { return String(label.dropFirst(lazy.count)) }
    return label.hasPrefix(".") ? String(label.dropFirst()) : label
  }

  private static func name(ofKey key: Any) -> String {
    switch key {
    case let text as String: text.count > 24 ? "\"\(text.prefix(23))…\"" : "\"\(text)\""
    case let number as any BinaryInteger: "\(number)"
    default: "…"
    }
  }
}
#endif
