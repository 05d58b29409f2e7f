internal import Foundation

/// Taskflow, a library of task graphs that consists of C++ headers.
///
/// Optional: it is measured where `c++` finds its headers, in a standard folder or in the one that
/// the environment variable `TASKFLOW_INCLUDE` names.
enum Taskflow {
  static let name = rival.name

  static let rival = CompiledGraph(
    "taskflow", source: "TaskflowBench.cpp", arguments: ["-std=c++20", "-pthread"] + include,
    needs: "It needs a C++ compiler and Taskflow's headers; TASKFLOW_INCLUDE can name their folder."
  )

  private static var include: [String] {
    ProcessInfo.processInfo.environment["TASKFLOW_INCLUDE"].map { ["-I", $0] } ?? []
  }
}
