#if GTK
import Foundation

/// The value of a variable of the environment.
func environment(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

/// Runs a command of the shell, while the main loop goes on.
func run(_ command: String) async {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/sh")
  process.arguments = ["-c", command]
  await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
    process.terminationHandler = { _ in continuation.resume() }
    do { try process.run() } catch { continuation.resume() }
  }
}
#endif
