internal import Foundation
internal import Harness

/// oneTBB's flow graph, the best known task graph of C++, in a process of its own.
///
/// Optional: it is measured where `c++` and Debian's libtbb-dev are installed, with the same edges
/// and equivalent bodies.
enum OneTBB {
  static let name = "onetbb"

  private static let rival = Result {
    let file = try RivalProcess.source("FlowGraphBench.cpp")
    return try RivalProcess.withTemporaryFolder { folder in
      let program = folder.appending(path: "FlowGraphBench")
      // Only the compiler can find out whether oneTBB is installed; its errors are hidden, because
      // they would alarm users without it.
      try RivalProcess.compile(
        with: "c++", ["-std=c++17", "-O3", "-o", program.path, file.path, "-ltbb"],
        showsErrors: false)
      return try RivalProcess(program, [])
    }
  }

  /// Why it is not measured; nil if it is.
  static var notes: [String] {
    switch rival {
    case .success: []
    case .failure(let reason):
      ["\(name) is left out: \(reason). It needs a C++ compiler and oneTBB (Debian: libtbb-dev)."]
    }
  }

  /// The requests that the program accepts.
  enum Verb: String {
    case rerun, build
    case buildRun = "build-run"
  }

  /// The flow graph as a subject, or nothing where it is not installed.
  static func subjects(
    _ verb: Verb, _ shape: Shape, threads: Int, busy node: BusyNode? = nil
  ) throws -> [Subject] {
    guard case .success(let rival) = rival else { return [] }
    try send(shape, to: rival)
    return [
      Subject(name) { operations in
        let rounds = max(operations / shape.nodeCount, 1)
        let nanoseconds = try rival.askNanoseconds(
          "\(verb.rawValue) \(shape.name) \(threads) \(node?.nanoseconds ?? 0) \(rounds)")
        return Sample(operations: rounds * shape.nodeCount, nanoseconds: nanoseconds)
      }
    ]
  }

  private static func send(_ shape: Shape, to rival: RivalProcess) throws {
    var numbers = [Int32(shape.nodeCount), Int32(shape.edgeCount)]
    for (from, to) in shape.pairs { numbers += [Int32(from), Int32(to)] }
    try RivalProcess.withTemporaryFolder { folder in
      let file = folder.appending(path: "edges")
      try numbers.withUnsafeBytes { Data($0) }.write(to: file)
      let answer = try rival.ask("shape \(shape.name) \(file.path)")
      guard answer == "ok" else { throw RivalProcess.Failure.answered(answer) }
    }
  }
}
