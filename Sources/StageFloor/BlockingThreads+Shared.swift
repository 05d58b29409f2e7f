extension BlockingThreads {
  /// The threads of all operations that block.
  package static let shared = BlockingThreads()
}
