internal import Foundation
internal import Harness

/// A task graph in C++, in a process of its own that is compiled when it is first asked for.
///
/// All have the same protocol, which is described in `Benchmarks/Rivals/GraphBench.hpp`.
struct CompiledGraph {
  let name: String
  private let rival: Result<RivalProcess, any Error>
  private let needs: String

  /// - Parameters:
  ///   - name: The name of the subject.
  ///   - source: The program in `Benchmarks/Rivals`.
  ///   - arguments: What the compiler needs besides.
  ///   - needs: A sentence that says what has to be installed.
  init(_ name: String, source: String, arguments: [String], needs: String) {
    self.name = name
    self.needs = needs
    rival = Result {
      let file = try RivalProcess.source(source)
      return try RivalProcess.withTemporaryFolder { folder in
        let program = folder.appending(path: "\(name)-bench")
        // Only the compiler can find out whether the library is installed; its errors are hidden,
        // because they would alarm users without it.
        try RivalProcess.compile(
          with: "c++", ["-O3", "-o", program.path, file.path] + arguments, showsErrors: false)
        return try RivalProcess(program, [])
      }
    }
  }

  /// Why it is not measured; nil if it is.
  var notes: [String] {
    switch rival {
    case .success: []
    case .failure(let reason): ["\(name) is left out: \(reason). \(needs)"]
    }
  }

  /// The requests that the program accepts.
  enum Verb: String {
    case rerun, first, build
    case buildRun = "build-run"
  }

  /// The graph as a subject, or nothing where the library is not installed.
  func subjects(
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

  private func send(_ shape: Shape, to rival: RivalProcess) throws {
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
