// The rows are lists of that module, so a client needs no second import.
@_exported public import StagecraftLists
