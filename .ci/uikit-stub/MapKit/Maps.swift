@_exported import Foundation
@_exported import UIKit

/// Belongs to CoreLocation, which MapKit re-exports.
public typealias CLLocationDegrees = Double
public typealias CLLocationDistance = Double

public struct CLLocationCoordinate2D: Sendable {
  public var latitude: CLLocationDegrees
  public var longitude: CLLocationDegrees
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

public struct MKCoordinateRegion: Sendable {
  public var center: CLLocationCoordinate2D
  public init(
    center centerCoordinate: CLLocationCoordinate2D, latitudinalMeters: CLLocationDistance,
    longitudinalMeters: CLLocationDistance
  ) { center = centerCoordinate }
}

public protocol MKAnnotation: NSObjectProtocol {
  var coordinate: CLLocationCoordinate2D { get }
  var title: String? { get }
}

extension MKAnnotation {
  public var title: String? { nil }
}

open class MKPointAnnotation: NSObject, MKAnnotation {
  public override init() { super.init() }
  public convenience init(
    __coordinate coordinate: CLLocationCoordinate2D, title: String?, subtitle: String?
  ) { self.init() }
  open var coordinate = CLLocationCoordinate2D(latitude: 0, longitude: 0)
  open var title: String?
}

@MainActor public protocol MKMapViewDelegate: NSObjectProtocol {
  func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool)
}

extension MKMapViewDelegate {
  public func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) {}
}

@MainActor open class MKMapView: UIView {
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  open weak var delegate: (any MKMapViewDelegate)?
  open var region: MKCoordinateRegion {
    get { fatalError() }
    set {}
  }
  open func setRegion(_ region: MKCoordinateRegion, animated: Bool) {}
  open var annotations: [any MKAnnotation] { [] }
  open func addAnnotation(_ annotation: any MKAnnotation) {}
  open func removeAnnotations(_ annotations: [any MKAnnotation]) {}
}
