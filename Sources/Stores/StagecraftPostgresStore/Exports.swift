#if PostgreSQL
// Payloads in JSON, the configurations, and the pools that use the store.
@_exported public import PostgresFloor
@_exported public import StagecraftSharedPools
@_exported public import StoreFloor
#endif
