#if Metrics
/// The identity of a metric.
struct MetricKey: Hashable, Sendable {
  let label: String
  let dimensions: [MetricsDimension]
}

/// A name that objects of one kind share.
struct MetricsObject: Hashable, Sendable {
  let prefix: String
  let kind: String
  let name: String

  /// Each label always has the same keys, which Prometheus requires.
  func key(_ figure: MetricsReading.Figure) -> MetricKey {
    MetricKey(
      label: "\(prefix).\(kind).\(figure.name)",
      dimensions: [MetricsDimension(kind, name)] + [figure.dimension].compactMap(\.self))
  }

  func owns(_ key: MetricKey) -> Bool {
    key.dimensions.first == MetricsDimension(kind, name)
      && key.label.hasPrefix("\(prefix).\(kind).")
  }
}
#endif
