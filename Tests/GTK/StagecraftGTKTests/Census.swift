#if GTK
import Foundation
import StagecraftGTK
import StagecraftGTKTestKit
import Testing

/// Compares what is alive, and the number of warnings, before and after a test.
@MainActor
struct Census {
  private let wrappers = WidgetCensus.shared.wrappers
  private let widgets = WidgetCensus.shared.widgets
  private let objects = WidgetCensus.shared.objects
  private let warnings = GTKTest.warnings

  /// Expects that nothing is left, once what is due has been done.
  func expectUnchanged(_ location: SourceLocation = #_sourceLocation) async {
    let isUnchanged = await GTKTest.until {
      WidgetCensus.shared.wrappers == wrappers && WidgetCensus.shared.widgets == widgets
        && WidgetCensus.shared.objects == objects
    }
    #expect(
      isUnchanged,
      """
      Left: \(WidgetCensus.shared.wrappers - wrappers) wrappers, \
      \(WidgetCensus.shared.widgets - widgets) widgets, \
      \(WidgetCensus.shared.objects - objects) objects.
      """, sourceLocation: location)
    #expect(GTKTest.warnings == warnings, sourceLocation: location)
  }
}

/// Writes a picture to the folder in `GTK_PICTURES`, if it is set.
@MainActor
func keepPicture(_ name: String, of widget: Widget) async {
  guard let folder = ProcessInfo.processInfo.environment["GTK_PICTURES"] else { return }
  // A widget that has just asked to be drawn again has no picture until then.
  #expect(
    await GTKTest.until { Screenshot(of: widget)?.write(to: "\(folder)/\(name).png") == true })
}
#endif
