/// A branch of the City Library, with its place on the map.
struct Branch: Hashable, Sendable {
  let name: String
  let place: Point
}

/// A place in the city, in metres from its south-western corner.
struct Point: Hashable, Sendable {
  var x: Float
  var y: Float
}
