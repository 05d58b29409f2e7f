// oneTBB's flow graph under the loads of `bench operations`; see GraphBench.hpp.

#if !__has_include(<oneapi/tbb/flow_graph.h>)
#error "oneTBB is not installed"
#endif
#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/global_control.h>

#include <deque>

#include "GraphBench.hpp"

using namespace oneapi::tbb;

class Threads {
 public:
  explicit Threads(int count)
      : control(global_control::max_allowed_parallelism, size_t(count)) {}

 private:
  global_control control;
};

class Graph {
 public:
  using Node = flow::continue_node<flow::continue_msg>;

  Graph(const Shape &shape, uint32_t *cells, long turns, Threads &) : shape(shape) {
    for (int32_t i = 0; i < shape.nodes; i++) {
      uint32_t *cell = cells + i;
      if (turns == 0) {
        nodes.emplace_back(graph, [cell](const flow::continue_msg &) { *cell += 1; });
      } else {
        nodes.emplace_back(graph, [cell, turns](const flow::continue_msg &) {
          *cell += spin(turns, *cell) == 0 ? 2 : 1;
        });
      }
    }
    for (size_t i = 0; i < shape.edges.size(); i += 2) {
      flow::make_edge(nodes[shape.edges[i]], nodes[shape.edges[i + 1]]);
    }
  }

  void run() {
    for (int32_t start : shape.starts) nodes[start].try_put(flow::continue_msg());
    graph.wait_for_all();
  }

 private:
  const Shape &shape;
  flow::graph graph;
  // Does not move its elements, and needs no allocation for each.
  std::deque<Node> nodes;
};

int main() { return serve<Threads, Graph>(); }
