#if Logging
internal import Logging
#endif
