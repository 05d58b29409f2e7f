// Taskflow's task graph under the loads of `bench operations`; see GraphBench.hpp.

#if !__has_include(<taskflow/taskflow.hpp>)
#error "Taskflow is not installed"
#endif
#include <taskflow/taskflow.hpp>

#include "GraphBench.hpp"

using Threads = tf::Executor;

class Graph {
 public:
  Graph(const Shape &shape, uint32_t *cells, long turns, Threads &executor) : executor(executor) {
    std::vector<tf::Task> tasks;
    tasks.reserve(shape.nodes);
    for (int32_t i = 0; i < shape.nodes; i++) {
      uint32_t *cell = cells + i;
      if (turns == 0) {
        tasks.push_back(flow.emplace([cell] { *cell += 1; }));
      } else {
        tasks.push_back(
            flow.emplace([cell, turns] { *cell += spin(turns, *cell) == 0 ? 2 : 1; }));
      }
    }
    for (size_t i = 0; i < shape.edges.size(); i += 2) {
      tasks[shape.edges[i]].precede(tasks[shape.edges[i + 1]]);
    }
  }

  void run() { executor.run(flow).wait(); }

 private:
  tf::Taskflow flow;
  Threads &executor;
};

int main() { return serve<Threads, Graph>(); }
