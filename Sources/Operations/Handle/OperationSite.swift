/// The call site of a submission.
struct OperationSite: Sendable, CustomStringConvertible {
  let fileID: StaticString
  let line: UInt

  /// The file name and the line: `Favourites.swift:12`.
  var description: String {
    let file = "\(fileID)".split(separator: "/").last.map(String.init) ?? ""
    return "\(file):\(line)"
  }
}
