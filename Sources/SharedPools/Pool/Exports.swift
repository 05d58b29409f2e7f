// Waits are limited by `PoolTimeout`, so a client needs no second import.
@_exported public import StagecraftPools

@_exported public import class StageFloor.ObservationToken
