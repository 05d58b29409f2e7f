/// A view that lists the views in it, so that leaks of parts of an unloaded view are found.
///
/// An outlet that keeps a label alive keeps no screen's view alive, and frees less memory than
/// unloading should. If the views of a toolkit conform to this protocol, debug builds find such
/// properties: see ``ScreenViewLeak/isPart``.
///
/// ```swift
/// extension Widget: ScreenViewTree {
///   var subviewsForLeakCheck: [AnyObject] { parts }
/// }
/// ```
///
/// It is asked only in debug builds, only while the application has an observer, and once for each
/// view that is unloaded.
@MainActor
public protocol ScreenViewTree: AnyObject {
  /// The views directly in this one; those among them that conform are asked in turn.
  ///
  /// Called after ``AnyScreen/viewDidUnload()``, while the view still exists. Do not create views
  /// in here.
  var subviewsForLeakCheck: [AnyObject] { get }
}
