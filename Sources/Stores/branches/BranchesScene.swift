#if SQLite
internal import SceneFloor
internal import StageFloor

/// The City Library has branches, and one stock: each desk is a process.
struct BranchesScene {
  /// Plays the scene.
  ///
  /// - Returns: The exit code: 1 if a claim does not hold.
  func play() async -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    let narrator = Narrator()
    narrator.chapter(
      "BRANCHES: the desks of several branches lend one stock", underlinedWith: "=")
    do {
      let folder = try TemporaryFolder()
      defer { folder.remove() }
      try await playFlag(narrator, folder.path)
      try await playLock(narrator, folder.path)
      try await OurDesks(narrator, folder.path).play()
    } catch {
      writeLine("branches: \(error)", to: STDERR_FILENO)
      return 1
    }
    return narrator.close()
  }
}
#endif
