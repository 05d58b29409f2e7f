extension BlockingThreads {
  /// The threads of all operations that block.
  static let shared = BlockingThreads()
}
