import Testing

@testable import StagecraftTourScenes

/// Plays a part of a scene.
///
/// - Returns: the promises that it broke, and the lines that are too long or end with a space.
@MainActor
func complaints(about play: @MainActor (Narrator) async throws -> Void) async throws -> [String] {
  var lines: [String] = []
  let narrator = Narrator(isTerminal: false) { lines.append($0) }
  try await play(narrator)
  #expect(narrator.promises > 0)
  return narrator.brokenPromises + lines.filter { $0.count > 100 || $0.hasSuffix(" ") }
}
