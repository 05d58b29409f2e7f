internal import Foundation

extension Task where Failure == Never {
  /// A handle on what a plain thread of its own does, so that tasks can await its end.
  static func onThread(_ body: @escaping @Sendable () -> Success) -> Task<Success, Never> {
    Task<Success, Never> {
      await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
      }
    }
  }
}
