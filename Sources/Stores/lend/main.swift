import StageFloor

#if SQLite || PostgreSQL
import LendCommands

exit(await LendCommand().run(Array(CommandLine.arguments.dropFirst())))
#else
exitForMissingTraits(of: "lend", traits: "SQLite")
#endif
