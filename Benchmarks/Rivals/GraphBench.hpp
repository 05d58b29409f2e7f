// What the task graphs of C++ have in common under the loads of `bench operations`.
//
// The program reads lines and answers each with one line:
//
//   hello                               ready
//   shape NAME FILE                     ok        reads a graph: 32-bit numbers, in the order of
//                                                 the machine: nodes, edges, then (from, to) pairs
//   rerun NAME THREADS WORK ROUNDS      nanoseconds of ROUNDS runs of a graph built before
//   first NAME THREADS WORK ROUNDS      nanoseconds of the first runs of ROUNDS graphs
//   build NAME THREADS WORK ROUNDS      nanoseconds of building it ROUNDS times
//   build-run NAME THREADS WORK ROUNDS  nanoseconds of building, running and destroying it
//
// WORK is how many nanoseconds each node is busy before it counts, 0 for none. As everywhere in
// this benchmark each node captures the cell in which it counts.
//
// A library adds two classes: `Threads`, made from their number before the clock starts, and
// `Graph`, made from a shape, the cells, the turns of work and the threads, with a method `run`.
#ifndef GRAPH_BENCH_HPP
#define GRAPH_BENCH_HPP

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

static int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

struct Shape {
  int32_t nodes = 0;
  std::vector<int32_t> edges;
  std::vector<int32_t> starts;
};

[[gnu::noinline]] static uint64_t spin(long turns, uint64_t value) {
  for (long i = 0; i < turns; i++) value = value * 6364136223846793005u + 1442695040888963407u;
  return value;
}

// How many turns fill a millisecond, by the fastest of many tries. Measured for the loop of this
// compiler, because compilers differ.
static double turnsPerMillisecond() {
  const long turns = 20000;
  int64_t fastest = INT64_MAX;
  for (int i = 0; i < 400; i++) {
    int64_t start = now();
    volatile uint64_t kept = spin(turns, uint64_t(start));
    (void)kept;
    fastest = std::min(fastest, now() - start);
  }
  return double(turns) * 1e6 / double(fastest);
}

static Shape read(const std::string &path) {
  Shape shape;
  int32_t head[2] = {0, 0};
  FILE *file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return shape;
  if (std::fread(head, sizeof(int32_t), 2, file) == 2) {
    shape.edges.resize(2 * size_t(head[1]));
    size_t count = std::fread(shape.edges.data(), sizeof(int32_t), shape.edges.size(), file);
    if (count == shape.edges.size()) shape.nodes = head[0];
  }
  std::fclose(file);
  std::vector<bool> waits(shape.nodes);
  if (shape.nodes > 0) {
    for (size_t i = 1; i < shape.edges.size(); i += 2) waits[shape.edges[i]] = true;
  }
  for (int32_t i = 0; i < shape.nodes; i++) {
    if (!waits[i]) shape.starts.push_back(i);
  }
  return shape;
}

template <typename Threads, typename Graph>
static std::string measure(
    const std::string &verb, const Shape &shape, int threads, long turns, long rounds) {
  // Its threads are created before the clock starts, like those of the other subjects.
  Threads team(threads);
  std::vector<uint32_t> cells(shape.nodes);
  int64_t nanoseconds = 0;
  uint32_t runs = 0;
  {
    Graph graph(shape, cells.data(), turns, team);
    graph.run();
    runs++;
    if (verb == "rerun") {
      int64_t start = now();
      for (long i = 0; i < rounds; i++) graph.run();
      nanoseconds = now() - start;
      runs += uint32_t(rounds);
    }
  }
  if (verb == "first") {
    for (long i = 0; i < rounds; i++) {
      Graph graph(shape, cells.data(), turns, team);
      int64_t start = now();
      graph.run();
      nanoseconds += now() - start;
    }
    runs += uint32_t(rounds);
  } else if (verb == "build") {
    for (long i = 0; i < rounds; i++) {
      int64_t start = now();
      Graph graph(shape, cells.data(), turns, team);
      nanoseconds += now() - start;
    }
  } else if (verb == "build-run") {
    int64_t start = now();
    for (long i = 0; i < rounds; i++) Graph(shape, cells.data(), turns, team).run();
    nanoseconds = now() - start;
    runs += uint32_t(rounds);
  }
  for (uint32_t cell : cells) {
    if (cell != runs) return "a node was run too often or not often enough";
  }
  return std::to_string(nanoseconds);
}

template <typename Threads, typename Graph>
static int serve() {
  std::map<std::string, Shape> shapes;
  double speed = 0;
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string verb, name;
    words >> verb >> name;
    if (verb == "hello") {
      std::cout << "ready" << std::endl;
    } else if (verb == "shape") {
      std::string path;
      std::getline(words >> std::ws, path);
      shapes[name] = read(path);
      std::cout << (shapes[name].nodes > 0 ? "ok" : "cannot read it") << std::endl;
    } else {
      int threads = 0;
      long work = 0, rounds = 0;
      words >> threads >> work >> rounds;
      if (work > 0 && speed == 0) speed = turnsPerMillisecond();
      long turns = work == 0 ? 0 : std::max(1L, long(speed * double(work) / 1e6));
      if (shapes.count(name) == 0 || threads < 1) {
        std::cout << "what?" << std::endl;
      } else {
        std::cout << measure<Threads, Graph>(verb, shapes[name], threads, turns, rounds)
                  << std::endl;
      }
    }
  }
  return 0;
}

#endif
