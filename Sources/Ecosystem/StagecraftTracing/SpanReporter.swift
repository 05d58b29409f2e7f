#if Tracing
internal import Tracing
#endif
