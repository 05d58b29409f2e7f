/// The number of orders.
enum ListSize: Int, CaseIterable {
  case small = 10_000
  case medium = 100_000
  case large = 1_000_000

  /// The size in the names of cases.
  var name: String {
    switch self {
    case .small: "10k"
    case .medium: "100k"
    case .large: "1m"
    }
  }
}
