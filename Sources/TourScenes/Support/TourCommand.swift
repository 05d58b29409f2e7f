/// A part of the package, shown by running code.
///
/// A scene plays the textbook's way and shows what it gets wrong, then ours. Every figure that it
/// prints is measured, and every claim checked.
@MainActor
package protocol Scene: Sendable {
  /// The name on the command line.
  var name: String { get }
  /// One line for the list of scenes.
  var summary: String { get }
  func play(_ narrator: Narrator) async throws
}

/// What `stagecraft` does with its arguments.
@MainActor
package struct TourCommand {
  /// The scenes in their order.
  package static var scenes: [any Scene] {
    [
      LendingScene(), MapsScene(), FavouritesScene(), AlertsScene(), LaunchScene(),
      ManagersScene(), MemoryScene(), OrdersScene(), TabsScene(), LinksScene(),
    ]
  }

  private let scenes: [any Scene]
  private let isTerminal: Bool
  private let write: (String) -> Void
  private let complain: (String) -> Void

  /// Creates a command that prints with `write`, and reports wrong arguments with `complain`.
  package init(
    scenes: [any Scene] = Self.scenes, isTerminal: Bool, write: @escaping (String) -> Void,
    complain: @escaping (String) -> Void
  ) {
    self.scenes = scenes
    self.isTerminal = isTerminal
    self.write = write
    self.complain = complain
  }

  /// Returns the exit code: 1 for a claim that does not hold, 2 for wrong arguments.
  package func run(_ arguments: [String]) async -> Int32 {
    switch arguments {
    case ["--list"]:
      list()
      return 0
    case ["--help"], ["-h"]:
      write(
        """
        Usage: stagecraft            plays all scenes
               stagecraft <name> …   plays these
               stagecraft --list     lists them

        """)
      list()
      return 0
    default:
      return await play(named: arguments)
    }
  }

  private func list() {
    let width = scenes.map(\.name.count).max() ?? 0
    for scene in scenes { write("  \(scene.name.padded(to: width))   \(scene.summary)") }
  }

  private func play(named names: [String]) async -> Int32 {
    let unknown = names.filter { name in !scenes.contains { $0.name == name } }
    guard unknown.isEmpty else {
      for name in unknown { complain("stagecraft: there is no scene “\(name)”.") }
      complain("The scenes are: \(scenes.map(\.name).joined(separator: ", ")).")
      return 2
    }
    var failed = 0
    for scene in scenes where names.isEmpty || names.contains(scene.name) {
      let narrator = Narrator(isTerminal: isTerminal, write: write)
      narrator.chapter("\(scene.name.uppercased()): \(scene.summary)", underlinedWith: "=")
      do {
        try await scene.play(narrator)
      } catch {
        narrator.promise("The scene plays to its end; it stopped with: \(error)", isKept: false)
      }
      narrator.close()
      failed += narrator.failedClaims.count
    }
    return failed == 0 ? 0 : 1
  }
}
