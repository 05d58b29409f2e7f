#if ServiceLifecycle
internal import ServiceLifecycle
#endif
