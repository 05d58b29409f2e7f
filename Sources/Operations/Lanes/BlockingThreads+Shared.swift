extension BlockingThreads {
  /// The threads shared by all operations with blocking bodies.
  static let shared = BlockingThreads()
}
