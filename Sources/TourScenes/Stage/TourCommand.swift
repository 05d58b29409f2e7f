/// What `stagecraft` does with its arguments.
@MainActor
package struct TourCommand {
  /// What the process ends with.
  package enum Exit {
    package static let success: Int32 = 0
    package static let brokenPromise: Int32 = 1
    package static let usage: Int32 = 2
  }

  private let scenes: [any Scene]
  private let isTerminal: Bool
  private let write: (String) -> Void
  private let complain: (String) -> Void

  /// - Parameters:
  ///   - scenes: those that can be played, in their order.
  ///   - isTerminal: whether headings may be emphasised.
  ///   - write: prints a line of the story.
  ///   - complain: prints a line about a misuse.
  package init(
    scenes: [any Scene], isTerminal: Bool, write: @escaping (String) -> Void,
    complain: @escaping (String) -> Void
  ) {
    self.scenes = scenes
    self.isTerminal = isTerminal
    self.write = write
    self.complain = complain
  }

  /// Does what the arguments ask for.
  ///
  /// - Returns: the exit code.
  package func run(_ arguments: [String]) async -> Int32 {
    switch arguments {
    case ["--list"]:
      list()
      return Exit.success
    case ["--help"], ["-h"]:
      write(usage)
      list()
      return Exit.success
    default:
      return await play(named: arguments)
    }
  }

  private var usage: String {
    """
    Usage: stagecraft            plays all scenes
           stagecraft <name> …   plays these
           stagecraft --list     lists them

    """
  }

  private func list() {
    let width = scenes.map(\.name.count).max() ?? 0
    for scene in scenes {
      write("  \(scene.name.padded(to: width))   \(scene.summary)")
    }
  }

  private func play(named names: [String]) async -> Int32 {
    let unknown = names.filter { name in !scenes.contains { $0.name == name } }
    guard unknown.isEmpty else {
      for name in unknown { complain("stagecraft: there is no scene “\(name)”.") }
      complain("The scenes are: \(scenes.map(\.name).joined(separator: ", ")).")
      return Exit.usage
    }
    var broken = 0
    for scene in scenes where names.isEmpty || names.contains(scene.name) {
      broken += await play(scene)
    }
    return broken == 0 ? Exit.success : Exit.brokenPromise
  }

  /// - Returns: how many promises the scene broke.
  private func play(_ scene: any Scene) async -> Int {
    let narrator = Narrator(isTerminal: isTerminal, write: write)
    narrator.title(scene.name, scene.summary)
    do {
      try await scene.play(narrator)
    } catch {
      narrator.promise("The scene plays to its end; it stopped with: \(error)", isKept: false)
    }
    narrator.close()
    return narrator.brokenPromises.count
  }
}
