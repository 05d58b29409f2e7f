@_exported public import Pools
