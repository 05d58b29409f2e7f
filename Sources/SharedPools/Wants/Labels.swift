/// A set of labels, such as `ios` or `os=18`: what a resource has, or what a borrower asks for.
///
/// A resource fits if it has all labels that are asked for. The labels are sorted and distinct, so
/// that equal sets are stored alike.
public struct Labels: Hashable, Sendable, Codable, ExpressibleByArrayLiteral,
  CustomStringConvertible
{
  /// The labels, sorted by their UTF-8 bytes and without duplicates.
  public let all: [String]

  /// Creates a set of labels.
  public init(_ labels: some Sequence<String>) {
    all = Set(labels).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Creates a set of labels from a literal.
  public init(arrayLiteral elements: String...) { self.init(elements) }

  /// No label: every resource fits.
  public static var any: Labels { [] }

  /// Whether these labels include all of `labels`.
  public func contains(_ labels: Labels) -> Bool { labels.all.allSatisfy(all.contains) }

  /// The labels, separated by commas, or `any`.
  public var description: String { all.isEmpty ? "any" : all.joined(separator: ", ") }

  /// Decodes an array of labels.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([String].self))
  }

  /// Encodes the sorted array of labels.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(all)
  }
}
