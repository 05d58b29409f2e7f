#if PostgresNIO
// Payloads in JSON, the configurations, and the pools and lists that use the stores.
@_exported public import PostgresFloor
@_exported public import StagecraftSharedPools
@_exported public import StagecraftTableLists
@_exported public import StoreFloor
#endif
