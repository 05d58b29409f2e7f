import StageFloor

#if SQLite
import StagecraftSQLiteStore
@_spi(Store) import StagecraftSharedPools

// sqlite-client PATH COMMAND …: a process that tests start, stop and kill. It prints a line for
// each step, and reads commands as lines.

let arguments = Array(CommandLine.arguments.dropFirst())

guard arguments.count >= 2 else {
  let commands =
    "add COUNT|hold|try|bequeath|pairs SECONDS|renewals SECONDS|hand-off SECONDS|intrude"
    + "|sql TEXT|commit-later TEXT|stop-inside-commit TEXT|raise-in-list TIMES|open-and-close"
  say("usage: sqlite-client PATH \(commands)")
  exit(2)
}
let path = arguments[0]

if arguments[1] == "intrude" {
  try intrude(path, takesLock: arguments.count < 3)
} else if arguments[1] == "sql", arguments.count == 3 {
  TableWriter(path).run(arguments[2])
  say("done")
} else if arguments[1] == "open-and-close" {
  try await ListEditor.openAndClose(path)
} else if arguments[1] == "raise-in-list" {
  try await ListEditor.raise(path, times: Int(seconds()))
} else if arguments[1] == "commit-later", arguments.count == 3 {
  TableWriter(path).commitLater(arguments[2])
} else if arguments[1] == "stop-inside-commit", arguments.count == 3 {
  TableWriter(path).stopInsideCommit(arguments[2])
} else {
  do {
    try await obey(Client(path))
  } catch let error as LeaseStoreError {
    say("error \(error.code.rawValue) \(error)")
    exit(1)
  }
}

func obey(_ client: Client) async throws {
  switch arguments[1] {
  case "add": try await client.add(Int(seconds()))
  case "hold":
    try await client.hold(
      priority: arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0,
      alsoIn: arguments.count > 3 ? arguments[3] : nil)
  case "try": try await client.tryOnce()
  case "bequeath": try await client.bequeath()
  case "pairs": try await client.pairs(for: seconds())
  case "renewals": try await client.renewals(for: seconds())
  case "hand-off": try await client.handOff(for: seconds())
  default:
    say("unknown command \(arguments[1])")
    exit(2)
  }
}

func seconds() -> Double { arguments.count > 2 ? Double(arguments[2]) ?? 1 : 1 }
#else
exitForMissingTraits(of: "sqlite-client", traits: "SQLite")
#endif
