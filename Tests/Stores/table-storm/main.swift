import StageFloor

exitForMissingTraits(of: "table-storm", traits: "SQLite,PostgreSQL")
