import Foundation
import StagecraftTourScenes

/// The executable `stagecraft`, which plays the scenes and prints what each shows.
@main
enum Tour {
  @MainActor
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    // Not for users: the scenes “memory”, “tabs” and “links” start these as separate processes.
    if let guest = MemoryGuest(arguments: arguments) { exit(await guest.run()) }
    if let guest = ScreensGuest(arguments: arguments) { exit(await guest.run()) }
    let command = TourCommand(
      terminal: .ofStandardOutput, write: { StandardOutput.write($0 + "\n") },
      complain: { FileHandle.standardError.write(Data("\($0)\n".utf8)) })
    exit(await command.run(arguments))
  }
}
