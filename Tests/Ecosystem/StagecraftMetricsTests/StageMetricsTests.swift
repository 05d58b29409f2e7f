#if Metrics
internal import MetricsTestKit
#endif
