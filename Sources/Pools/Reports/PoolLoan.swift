/// A loan in progress.
public struct PoolLoan: Hashable, Sendable {
  /// The call site that borrowed the element.
  public var site: Site
  /// The label of the loan, or nil if it was borrowed without one.
  public var label: String?
  /// The time since the loan began; nil unless the loan has a label or the pool records its loans:
  /// with timings, a long-hold threshold or detection of nested borrowing, and from the first
  /// observation on.
  public var age: Duration?

  /// The call site that borrowed an element.
  public struct Site: Hashable, Sendable, CustomStringConvertible {
    /// The file, as given by `#fileID`.
    public var fileID: String
    /// The line number.
    public var line: UInt

    /// The file and the line, as in `CityLibrary/Desk.swift:42`.
    public var description: String { "\(fileID):\(line)" }
  }
}

extension PoolLoan: CustomStringConvertible {
  /// The label, the call site and the age, as in `“page 7”, CityLibrary/Desk.swift:42, for 310 ms`.
  public var description: String {
    (label.map { "“\($0)”, " } ?? "") + "\(site)" + (age.map { ", for \($0.rounded)" } ?? "")
  }
}
