import SceneFloor
import StageFloor

#if SQLite

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "desk", arguments.count == 3 {
  exit(await DeskProgram(name: arguments[1], folder: arguments[2]).run())
}
if arguments == ["--help"] {
  print("Usage: branches    plays the scene: desks of a library, as processes, lend one stock")
  exit(0)
}
guard arguments.isEmpty else {
  writeLine("branches: There are no arguments but --help.", to: STDERR_FILENO)
  exit(2)
}
exit(await BranchesScene().play())
#else
exitForMissingTraits(of: "branches", traits: "SQLite")
#endif
