// The C library of the platform: a file that imports this module needs no conditions.
#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#elseif canImport(Darwin)
@_exported public import Darwin
#elseif canImport(Android)
@_exported public import Android
#endif
