#if PostgreSQL
// Payloads in JSON, and the pools that use the store.
@_exported public import StagecraftSharedPools
@_exported public import StoreFloor
#endif
