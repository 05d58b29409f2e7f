#if SQLite || PostgreSQL
import LendCommands

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

exit(await LendCommand().run(Array(CommandLine.arguments.dropFirst())))
#else
import StageFloor

exitForMissingTraits(of: "lend", traits: "SQLite")
#endif
