extension TimelineRecording {
  /// Returns the spans in OpenTelemetry's format, for trace collectors.
  ///
  /// The text is an `ExportTraceServiceRequest` in OTLP's JSON encoding, in one line: post it to
  /// `/v1/traces` of a collector, or append it to a file that a collector reads.
  ///
  /// The recording is one trace. Its root span has a span for each object, and that has its items
  /// and their phases: operations, steps of graphs, waits, loans, leases, passes, and your own
  /// spans. Links lead to an operation from the one that it waited for last, to a step from each
  /// that it depends on, and to a wait for a pool from the loan whose end gave it an element. A
  /// phase that failed, timed out, was refused or was lost has the status of an error; of the
  /// others, the status is not set. Marks are events of the span that they concern, at most 128 of
  /// each. Counters are not exported.
  ///
  /// Times are those of the recording after ``began``, which was read once. All identifiers follow
  /// from the recording and the arguments: a later export of a recording that still runs repeats
  /// them.
  ///
  /// - Parameters:
  ///   - service: The name of your program, as `service.name`.
  ///   - resource: Further attributes of what was recorded, such as `host.name`. They, the name and
  ///     the time when the recording began identify the trace.
  /// - Returns: One line of UTF-8 text.
  /// - Complexity: O(*n* log *n*) for *n* events.
  public func otlpJSON(service: String = "stagecraft", resource: [String: String] = [:]) -> String {
    var writer = OTLPWriter(self, service: service, resource: resource)
    return writer.json()
  }
}
