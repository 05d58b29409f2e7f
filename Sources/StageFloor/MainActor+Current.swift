internal import CStageFloor

#if canImport(Dispatch)
internal import Dispatch
#endif

extension MainActor {
  /// Whether the calling thread runs on the main actor at this moment; false if that is not known.
  ///
  /// On the main thread, it does. The reverse does not hold on Linux: once an asynchronous `main`
  /// has suspended, the main thread sleeps for ever, and other threads take turns at the main
  /// queue. So the queue itself is marked.
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
