internal import Foundation
internal import Harness
internal import ListsBench
internal import MemoryBench
internal import OperationsBench
internal import PoolsBench
internal import ScreensBench
internal import TimelineBench

/// The tool.
///
/// The harness runs on a thread of its own, so that the main thread is free for the main actor.
@main
enum Bench {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == HeapChild.verb { return await HeapChild.run(arguments) }
    let status = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let command = BenchCommand([.pools, .operations, .memory, .lists, .screens, .timeline])
        continuation.resume(returning: command.run(arguments))
      }
    }
    exit(status)
  }
}
