/// How the guest is to behave: the program that works until its memory runs short.
package struct GuestOrder: Sendable, Hashable {
  /// What it does about warnings.
  package enum Attitude: String, Sendable {
    case heeding
    case ignoring
  }

  /// The argument by which `stagecraft` becomes the guest.
  package static let verb = "memory-guest"

  package var attitude: Attitude

  /// How many bytes it makes and keeps in a second.
  package var pace: Int

  /// How many bytes it makes at least, before it ends.
  package var amount: Int

  /// For how many milliseconds it works at least, before it ends.
  package var milliseconds: Int

  /// A limit that it watches by itself, where nobody else does; nil: somebody else does.
  package var simulatedLimit: Int?

  package init(
    _ attitude: Attitude, pace: Int, amount: Int, for duration: Duration = .zero,
    simulatedLimit: Int? = nil
  ) {
    self.attitude = attitude
    self.pace = pace
    self.amount = amount
    milliseconds = Int(duration.milliseconds)
    self.simulatedLimit = simulatedLimit
  }

  /// What the arguments of a process say; nil: they are not meant for a guest, or not understood.
  package init?(arguments: [String]) {
    guard arguments.first == Self.verb else { return nil }
    self.init(.heeding, pace: 0, amount: 0)
    for argument in arguments.dropFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1)
      guard let name = parts.first, name.hasPrefix("--") else { return nil }
      if let attitude = Attitude(rawValue: String(name.dropFirst(2))), parts.count == 1 {
        self.attitude = attitude
        continue
      }
      guard parts.count == 2, let number = Int(parts[1]), number >= 0 else { return nil }
      switch name {
      case "--pace": pace = number
      case "--amount": amount = number
      case "--milliseconds": milliseconds = number
      case "--limit": simulatedLimit = number
      default: return nil
      }
    }
    guard pace > 0 else { return nil }
  }

  /// The arguments that say the same.
  package var arguments: [String] {
    [
      Self.verb, "--\(attitude.rawValue)", "--pace=\(pace)", "--amount=\(amount)",
      "--milliseconds=\(milliseconds)",
    ] + (simulatedLimit.map { ["--limit=\($0)"] } ?? [])
  }
}
