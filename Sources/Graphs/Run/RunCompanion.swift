package import StagecraftTraces

/// What another module adds to the steps of one run, such as spans.
package protocol RunCompanion: AnyObject, Sendable {
  /// Runs the body of a synchronous step, on its thread.
  func run(_ step: Int, _ body: () throws -> Void) throws

  /// Runs the body of an asynchronous step, in its task.
  @concurrent func run(_ step: Int, _ body: @concurrent () async throws -> Void) async throws

  /// All steps have ended.
  func ended(_ report: OperationGraph.Report)
}

/// Called when a run begins, in the task that begins it, with the graph; nil adds nothing.
package typealias RunCompanionMaker = @Sendable (OperationTrace) -> (any RunCompanion)?
