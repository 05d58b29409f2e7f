#if ServiceLifecycle
internal import ServiceLifecycleTestKit
#endif
