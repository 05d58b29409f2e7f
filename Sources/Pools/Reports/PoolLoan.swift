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
    public var fileID: String {
      get { file.text }
      set { file = .text(newValue) }
    }
    /// The line number.
    public var line: UInt

    private var file: File

    init(fileID: String, line: UInt) {
      file = .text(fileID)
      self.line = line
    }

    /// The name at this address, of a static string or 0, is read when it is asked for: an event is
    /// created for each observed loan, and most observers do not read its site.
    init(fileAt address: UInt, line: UInt) {
      file = .literal(address)
      self.line = line
    }

    /// The file and the line, as in `CityLibrary/Desk.swift:42`.
    public var description: String { "\(fileID):\(line)" }
  }

  private enum File: Hashable, Sendable {
    case literal(UInt)
    case text(String)

    var text: String {
      switch self {
      case .literal(let address):
        // A static string ends with a zero byte and lives as long as the program.
        UnsafePointer<CChar>(bitPattern: address).map { String(cString: $0) } ?? "unknown"
      case .text(let text): text
      }
    }

    // Equal files may be different literals.
    static func == (left: File, right: File) -> Bool {
      if case .literal(let one) = left, case .literal(let other) = right, one == other {
        return true
      }
      return left.text == right.text
    }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }
}

extension PoolLoan: CustomStringConvertible {
  /// The label, the call site and the age, as in `“page 7”, CityLibrary/Desk.swift:42, for 310 ms`.
  public var description: String {
    (label.map { "“\($0)”, " } ?? "") + "\(site)" + (age.map { ", for \($0.rounded)" } ?? "")
  }
}
