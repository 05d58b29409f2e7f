/// Where in the program an element was borrowed.
public struct LoanSite: Hashable, Sendable, CustomStringConvertible {
  /// The file, as `#fileID` gives it.
  public var fileID: String
  /// The line.
  public var line: UInt

  /// The file and the line, as in `CityLibrary/Desk.swift:42`.
  public var description: String { "\(fileID):\(line)" }
}
