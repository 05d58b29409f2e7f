/// A loan that is under way: which borrower has an element.
public struct PoolLoan: Hashable, Sendable {
  /// Where the element was borrowed.
  public var site: LoanSite
  /// What the borrower calls the loan; nil unless it was borrowed with a label.
  public var label: String?
  /// For how long it has been out; nil unless the loan has a label or the pool notes its loans (with
  /// ``PoolConfiguration/recordsTimings``, an observer, a long-hold threshold, or watching for
  /// nested borrowing).
  public var age: Duration?
}

extension PoolLoan: CustomStringConvertible {
  /// The label, the place and the age, as in `“page 7”, CityLibrary/Desk.swift:42, for 310 ms`.
  public var description: String {
    (label.map { "“\($0)”, " } ?? "") + "\(site)" + (age.map { ", for \($0.rounded)" } ?? "")
  }
}
