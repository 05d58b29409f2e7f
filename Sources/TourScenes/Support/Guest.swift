internal import Foundation

/// A part of a scene that the executable plays as a separate process.
///
/// The process has two arguments: the verb of the part, and the part itself as JSON.
package protocol Guest: Codable, Hashable, Sendable {
  static var verb: String { get }
}

extension Guest {
  /// Parses the arguments of a process; nil if they are not meant for this guest.
  package init?(arguments: [String]) {
    guard arguments.count == 2, arguments[0] == Self.verb,
      let guest = try? JSONDecoder().decode(Self.self, from: Data(arguments[1].utf8))
    else { return nil }
    self = guest
  }

  package var arguments: [String] {
    let json = (try? JSONEncoder().encode(self)) ?? Data()
    return [Self.verb, String(decoding: json, as: UTF8.self)]
  }
}
