internal import Foundation
internal import Harness
internal import MemoryBench
internal import OperationsBench
internal import PoolsBench

/// The tool.
///
/// The harness gets a thread of its own, so that the main thread stays free for the main
/// actor.
@main
enum Bench {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let status = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: BenchCommand([.pools, .operations, .memory]).run(arguments))
      }
    }
    exit(status)
  }
}
