internal import CStageFloor

#if canImport(Dispatch)
internal import Dispatch
#endif

extension MainActor {
  /// Whether the calling thread currently runs on the main actor; false if that cannot be
  /// determined.
  ///
  /// Code on the main thread does. The reverse does not hold on Linux: once an asynchronous `main`
  /// has suspended, the main thread sleeps forever, and other threads take turns at the main queue.
  /// Therefore the queue itself is marked.
  package static var isCurrent: Bool {
    if stage_is_main_thread() { return true }
    #if canImport(Dispatch)
    return DispatchQueue.getSpecific(key: markOfMainQueue) ?? false
    #else
    return false
    #endif
  }

  #if canImport(Dispatch)
  private static let markOfMainQueue: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()
  #endif
}
