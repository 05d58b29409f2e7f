import StageFloor

exitForMissingTraits(of: "desks", traits: "SQLite")
