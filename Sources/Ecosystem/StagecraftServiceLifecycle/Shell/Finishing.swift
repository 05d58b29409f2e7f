#if ServiceLifecycle
/// Runs the body, and returns whether it has ended in time.
///
/// At the limit, or when the calling task is cancelled, the body's task is cancelled, and not waited
/// for.
func finishes(
  within limit: Duration, by clock: any Clock<Duration> & Sendable,
  _ body: @escaping @Sendable () async -> Void
) async -> Bool {
  let (ends, end) = AsyncStream.makeStream(of: Bool.self)
  let work = Task {
    await body()
    end.yield(true)
  }
  let alarm = Task {
    if (try? await clock.sleep(for: limit)) != nil { end.yield(false) }
  }
  var iterator = ends.makeAsyncIterator()
  let hasEnded = await iterator.next() ?? false
  alarm.cancel()
  if !hasEnded { work.cancel() }
  return hasEnded
}
#endif
