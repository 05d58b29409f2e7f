internal import Foundation
internal import Stagecraft

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
  private let terminal: Terminal?
  private let write: (String) -> Void
  private let complain: (String) -> Void

  /// Creates a command that prints lines with `write`, which may go to a terminal, and errors with
  /// `complain`.
  package init(
    scenes: [any Scene] = Self.scenes, terminal: Terminal? = nil,
    write: @escaping (String) -> Void, complain: @escaping (String) -> Void
  ) {
    self.scenes = scenes
    self.terminal = terminal
    self.write = write
    self.complain = complain
  }

  /// Returns the exit code: 1 for a claim that does not hold, 2 for wrong arguments.
  package func run(_ arguments: [String]) async -> Int32 {
    let options: TourOptions
    do {
      options = try TourOptions(arguments, scenes: scenes.map(\.name))
    } catch {
      complain("stagecraft: \(error)")
      return 2
    }
    switch options.request {
    case .help:
      for line in TourOptions.usage.split(separator: "\n", omittingEmptySubsequences: false) {
        write(String(line))
      }
      write("")
      list()
      return 0
    case .list:
      list()
      return 0
    case .example(let path): return writeExample(to: path)
    case .play: return await play(options)
    }
  }

  private func list() {
    let width = scenes.map(\.name.count).max() ?? 0
    for scene in scenes { write("  \(scene.name.padded(to: width))   \(scene.summary)") }
  }

  private func writeExample(to path: String) -> Int32 {
    do {
      let page = ExampleRecording.make().reportHTML(title: ExampleRecording.title)
      try page.write(to: URL(fileURLWithPath: path), atomically: true, encoding: .utf8)
      return 0
    } catch {
      complain("stagecraft: the example cannot be written to \(path): \(error)")
      return 1
    }
  }

  private func play(_ options: TourOptions) async -> Int32 {
    let timeline = options.report.map { _ in Timeline(capacity: .events(100_000)) }
    let tour = timeline?.track("scenes")
    var failed = 0
    for (number, scene) in scenes.enumerated()
    where options.scenes.isEmpty || options.scenes.contains(scene.name) {
      tour?.began(number + 1, scene.name, .running)
      let claims = await play(scene, options, timeline).filter { !$0.holds }.count
      tour?.ended(number + 1, claims == 0 ? .succeeded : .failed)
      failed += claims
    }
    if let path = options.report, let timeline { report(timeline, to: path, options) }
    return failed == 0 ? 0 : 1
  }

  private func play(
    _ scene: any Scene, _ options: TourOptions, _ timeline: Timeline?
  ) async -> [Claim] {
    let print = options.isJSON ? { _ in } : write
    let narrator = Narrator(
      scene: scene.name, timeline: timeline, terminal: options.isJSON ? nil : terminal,
      write: print)
    if options.isJSON { narrator.onClaim = { claim in write(claim.json) } }
    narrator.chapter("\(scene.name.uppercased()): \(scene.summary)", underlinedWith: "=")
    do {
      try await scene.play(narrator)
    } catch {
      narrator.promise("The scene plays to its end; it stopped with: \(error)", isKept: false)
    }
    narrator.close()
    return narrator.allClaims
  }

  /// A report that cannot be written fails no claim.
  private func report(_ timeline: Timeline, to path: String, _ options: TourOptions) {
    timeline.stop()
    do throws(TimelineFileError) {
      try timeline.report(to: path, title: "The tour of Stagecraft")
      if !options.isJSON {
        write("")
        write("The report, for a browser: \(path)")
      }
    } catch {
      complain("stagecraft: the report cannot be written to \(path): \(error)")
    }
  }
}
