/// oneTBB's flow graph, the best known task graph of C++.
///
/// Optional: it is measured where `c++` and Debian's libtbb-dev are installed, with the same edges
/// and equivalent bodies.
enum OneTBB {
  static let name = rival.name

  static let rival = CompiledGraph(
    "onetbb", source: "FlowGraphBench.cpp", arguments: ["-std=c++17", "-ltbb"],
    needs: "It needs a C++ compiler and oneTBB (Debian: libtbb-dev).")
}
