/// A title of the library.
nonisolated struct Book: Identifiable, Sendable, Equatable {
  let id: Int
  var title: String
  var author: String
  var stars = 0
}
