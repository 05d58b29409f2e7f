#if ServiceLifecycle
internal import StagecraftServiceLifecycle
#endif
