@_exported public import StagecraftCaches
@_exported public import StagecraftGraphs
@_exported public import StagecraftLists
@_exported public import StagecraftMemory
@_exported public import StagecraftOperations
@_exported public import StagecraftPools
@_exported public import StagecraftScreens
@_exported public import StagecraftTraces
