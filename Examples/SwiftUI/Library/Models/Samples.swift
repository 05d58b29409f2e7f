nonisolated extension Book {
  /// Some titles to begin with.
  static let samples = [
    Book(id: 1, title: "Momo", author: "Michael Ende"),
    Book(id: 2, title: "Krabat", author: "Otfried Preußler"),
    Book(id: 3, title: "Emil und die Detektive", author: "Erich Kästner"),
    Book(id: 4, title: "Die rote Zora", author: "Kurt Held"),
  ]
}
