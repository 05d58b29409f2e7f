#if Metrics
internal import Metrics
#endif
