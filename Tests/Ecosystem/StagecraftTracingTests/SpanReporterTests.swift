#if Tracing
internal import InMemoryTracing
#endif
