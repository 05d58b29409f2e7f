import StagecraftTestKit

/// Runs tasks that prefer `executor` until they have ended.
func outcomes<Value: Sendable>(
  _ readers: some Sequence<Task<Value, any Error>>, on executor: ManualExecutor
) async -> [Result<Value, any Error>] {
  let player = Task.detached {
    while !Task.isCancelled {
      try await executor.nextJob()
      executor.run()
    }
  }
  var outcomes: [Result<Value, any Error>] = []
  for reader in readers { outcomes.append(await reader.result) }
  player.cancel()
  _ = await player.result
  return outcomes
}
