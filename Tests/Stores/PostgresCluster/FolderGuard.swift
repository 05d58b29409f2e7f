#if SQLite || PostgreSQL || PostgresNIO
internal import Foundation

/// A shell that waits for this process to end, even if it is killed, and then kills the server in a
/// folder and removes the folder.
///
/// A server kills its own processes only five seconds after the signal; until then they may write
/// files into a folder that is being removed.
struct FolderGuard: Sendable {
  private let shell: SpawnedProgram
  private let pipe: PrivatePipe

  init(_ folder: String) throws {
    let script = """
      trap '' INT TERM HUP
      cat > /dev/null
      pid=$(head -n 1 "$0/data/postmaster.pid" 2> /dev/null)
      if [ -n "$pid" ]; then
        kill -QUIT "$pid" 2> /dev/null
        count=0
        while kill -0 "$pid" 2> /dev/null && [ $count -lt 600 ]; do
          sleep 0.05
          count=$((count + 1))
        done
      fi
      count=0
      until rm -rf "$0" 2> /dev/null || [ $count -ge 200 ]; do
        sleep 0.05
        count=$((count + 1))
      done
      """
    pipe = try PrivatePipe()
    shell = try SpawnedProgram(
      ["sh", "-c", script, folder], environment: ProcessInfo.processInfo.environment,
      input: pipe.reading)
    close(pipe.reading)
  }

  /// Kills the server, removes the folder and waits until both is done.
  func end() {
    close(pipe.writing)
    _ = shell.wait()
  }
}
#endif
