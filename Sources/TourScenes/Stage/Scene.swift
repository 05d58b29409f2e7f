/// Something the package does, told as a story that runs.
///
/// A scene first plays the textbook's version and shows what goes wrong with it, then ours. What it
/// concludes it computes from what it has just measured; what it promises it checks.
@MainActor
package protocol Scene: Sendable {
  /// The word by which it is called: `stagecraft <name>`.
  var name: String { get }

  /// One line for the list of scenes.
  var summary: String { get }

  /// Plays the scene.
  func play(_ narrator: Narrator) async throws
}
