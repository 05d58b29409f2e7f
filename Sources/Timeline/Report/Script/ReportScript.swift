/// The script of the page, in parts that share one scope.
enum ReportScript {
  static let text =
    "\"use strict\";\n(() => {\n"
    + [values, data, overview, layout, lanes, view, reading, input, table, histograms]
    .joined(separator: "\n") + "\n})();"
}
