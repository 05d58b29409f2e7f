@_exported public import LiveLists
@_exported public import MemoryPressure
@_exported public import Operations
@_exported public import Pools
@_exported public import Screens
