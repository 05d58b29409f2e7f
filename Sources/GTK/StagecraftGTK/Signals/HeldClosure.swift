#if GTK
/// A closure that C code holds as its `data`, and calls on the main thread.
@MainActor
final class HeldClosure {
  private let body: @MainActor (Int32) -> Bool

  private init(_ body: @escaping @MainActor (Int32) -> Bool) { self.body = body }

  /// Lives until ``release(_:)``.
  static func hold(_ body: @escaping @MainActor (Int32) -> Bool) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(HeldClosure(body)).toOpaque()
  }

  nonisolated static func call(_ data: UnsafeMutableRawPointer?, _ number: Int32 = 0) -> Int32 {
    nonisolated(unsafe) let data = data!  // guard: `onMainThread` stops on any other thread
    return onMainThread {
      Unmanaged<HeldClosure>.fromOpaque(data).takeUnretainedValue().body(number) ? 1 : 0
    }
  }

  nonisolated static func release(_ data: UnsafeMutableRawPointer?) {
    nonisolated(unsafe) let data = data!  // guard: `onMainThread` stops on any other thread
    onMainThread { Unmanaged<HeldClosure>.fromOpaque(data).release() }
  }
}
#endif
