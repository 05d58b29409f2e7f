@_exported public import Operations
@_exported public import Pools
