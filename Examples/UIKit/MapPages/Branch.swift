import MapKit

/// A branch of the City Library.
nonisolated struct Branch: Identifiable, Sendable {
  let id: String
  var name: String
  var place: CLLocationCoordinate2D

  static let all = [
    Branch(id: "centre", name: "Centre", latitude: 53.5511, longitude: 9.9937),
    Branch(id: "harbour", name: "Harbour", latitude: 53.5430, longitude: 9.9730),
    Branch(id: "gardens", name: "Gardens", latitude: 53.5980, longitude: 10.0180),
    Branch(id: "bridge", name: "Bridge", latitude: 53.5740, longitude: 9.9610),
    Branch(id: "orchard", name: "Orchard", latitude: 53.4920, longitude: 10.0900),
  ]

  init(id: String, name: String, latitude: Double, longitude: Double) {
    self.id = id
    self.name = name
    place = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }

  /// The region that its map shows.
  var region: MKCoordinateRegion {
    MKCoordinateRegion(center: place, latitudinalMeters: 1500, longitudinalMeters: 1500)
  }
}
