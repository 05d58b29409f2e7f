/// The call site that borrowed an element.
public struct LoanSite: Hashable, Sendable, CustomStringConvertible {
  /// The file, as given by `#fileID`.
  public var fileID: String
  /// The line number.
  public var line: UInt

  /// The file and the line, as in `CityLibrary/Desk.swift:42`.
  public var description: String { "\(fileID):\(line)" }
}
