#!/usr/bin/env swift

// Checks that the figures that a benchmark wrote with `--json` are complete.
//
//     .ci/check-benchmarks.swift FILE VERB
//
// Checks the form and not the speed, because measurements on a busy machine mean nothing.

import Foundation

/// One figure: the time of `subject` in one case of one benchmark.
struct Figure: Decodable {
  let bench: String
  let `case`: String
  let subject: String
  let ns: Double
  let ratio: Double

  var name: String { "\(bench) \(`case`) \(subject)" }
}

/// Prints a message and exits.
func fail(_ sentence: String) -> Never {
  print("error: \(sentence)")
  exit(1)
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let file = arguments.first, let verb = arguments.last else {
  fail("Say which file and which verb.")
}
let figures: [Figure]
do {
  let data = try Data(contentsOf: URL(fileURLWithPath: file))
  figures = try JSONDecoder().decode([Figure].self, from: data)
} catch {
  fail("\(file) is not an array of figures: \(error)")
}
if figures.isEmpty { fail("\(file) has no figures.") }

var names: Set<String> = []
for figure in figures {
  if figure.bench != verb { fail("\(figure.name): not a figure of \(verb).") }
  if !(figure.ns > 0) { fail("\(figure.name): \(figure.ns) ns is not a time.") }
  if !(figure.ratio > 0) { fail("\(figure.name): \(figure.ratio) is not a ratio.") }
  if !names.insert(figure.name).inserted { fail("\(figure.name): there twice.") }
}
let cases = Set(figures.map(\.case))
let ours = Set(figures.filter { $0.subject == "stagecraft" }.map(\.case))
if ours.isEmpty { fail("No figure is about stagecraft.") }
print("Figures: \(figures.count) in \(cases.count) cases, \(ours.count) of them with stagecraft.")
