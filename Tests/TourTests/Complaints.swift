import Testing

@testable import StagecraftTourScenes

/// Plays a part of a scene.
///
/// - Returns: the claims that do not hold, and the lines that are too long or end with a space.
@MainActor
func complaints(about play: @MainActor (Narrator) async throws -> Void) async throws -> [String] {
  var lines: [String] = []
  let narrator = Narrator { lines.append($0) }
  try await play(narrator)
  #expect(narrator.claims > 0)
  return narrator.failedClaims + lines.filter { $0.count > 100 || $0.hasSuffix(" ") }
}
