import StageFloor

#if SQLite || PostgreSQL
import LendCommands

await LendCommand.runAndExit()
#else
exitForMissingTraits(of: "lend", traits: "SQLite")
#endif
