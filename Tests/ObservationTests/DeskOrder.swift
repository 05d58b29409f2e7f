/// A row of the tests of this module.
struct DeskOrder: Identifiable, Sendable, Equatable {
  let id: Int
  var title: String
  var branch = "Centre"
}
