/// What a process of its own is to play of the scene.
package enum TabsGuestOrder: Sendable, Hashable {
  /// A screen whose `loadView` asks for the view: the process ends of it.
  case recursing
  /// The app is used, writes down its state in this file, and is killed.
  case saving(path: String)
  /// The app begins with what is in this file.
  case restoring(path: String)

  /// The argument by which `stagecraft` becomes the guest.
  package static let verb = "tabs-guest"

  /// What the arguments of a process say; nil: they are not meant for a guest, or not understood.
  package init?(arguments: [String]) {
    guard arguments.first == Self.verb else { return nil }
    switch (arguments.dropFirst().first, arguments.count) {
    case ("--recursing", 2): self = .recursing
    case ("--saving", 3): self = .saving(path: arguments[2])
    case ("--restoring", 3): self = .restoring(path: arguments[2])
    default: return nil
    }
  }

  /// The arguments that say the same.
  package var arguments: [String] {
    switch self {
    case .recursing: [Self.verb, "--recursing"]
    case .saving(let path): [Self.verb, "--saving", path]
    case .restoring(let path): [Self.verb, "--restoring", path]
    }
  }
}
