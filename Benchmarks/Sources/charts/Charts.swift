internal import Foundation

/// Draws figures that `bench … --json FILE` wrote, one chart for each module.
///
/// The same figures always give the same bytes: a redrawn chart differs only where a figure does.
@main
enum Charts {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("charts: \(error)\n\n\(usage)\n".utf8))
      exit(2)
    }
  }

  private static func run(_ arguments: [String]) throws {
    if ["help", "--help", "-h"].contains(arguments.first) { return print(usage) }
    let (files, folder) = try read(arguments)
    var figures = FigureTable()
    for file in files { try figures.add(contentsOf: file) }
    let charts = ChartPlan.all.compactMap { BarChart($0, figures) }
    if charts.isEmpty { throw ChartsError("no chart has a case that is in the files") }
    let directory = URL(fileURLWithPath: folder, isDirectory: true)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for chart in charts {
      let file = directory.appendingPathComponent("\(chart.name).svg")
      try Data(chart.svg.utf8).write(to: file, options: .atomic)
      print("\(chart.name).svg: \(chart.groups.count) cases")
    }
  }

  /// The files and the folder that `arguments` name.
  private static func read(_ arguments: [String]) throws -> (files: [String], folder: String) {
    var files: [String] = []
    var folder: String?
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      if argument == "--output" {
        guard let value = rest.next() else { throw ChartsError("--output needs a folder") }
        folder = value
      } else if argument.hasPrefix("-") {
        throw ChartsError("unknown option '\(argument)'")
      } else {
        files.append(argument)
      }
    }
    guard !files.isEmpty else { throw ChartsError("name at least one file of figures") }
    guard let folder else { throw ChartsError("--output DIR is missing") }
    return (files, folder)
  }

  private static let usage = """
    Usage: charts FILE… --output DIR

    Each FILE is one that `bench <benchmark> --json FILE` wrote. Where two files have the same
    figure, the later file counts. DIR receives one SVG for each module with a case in the files.
    """
}

/// Arguments or files from which no chart can be drawn.
struct ChartsError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
