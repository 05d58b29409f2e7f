extension BlockingThreads {
  /// The threads shared by all operations with blocking bodies.
  package static let shared = BlockingThreads()
}
