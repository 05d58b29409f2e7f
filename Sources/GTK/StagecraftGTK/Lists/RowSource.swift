#if GTK
internal import CGTK
internal import CStageGTK

/// The rows of a list as GTK's models, without their type.
///
/// GTK retains the models for as long as it wants; they are empty when this object has ended.
@MainActor
class RowSource {
  private var model: UnsafeMutableRawPointer?
  private var selection: UnsafeMutableRawPointer?
  /// The number of rows that GTK has been told.
  private var announcedCount: Int

  /// Subclasses know the number of rows by then.
  init(count: Int) {
    announcedCount = count
    let data = Unmanaged.passUnretained(self).toOpaque()
    var functions = StageModelFunctions(
      count: { UInt32(RowSource.from($0).count) },
      row: { data, position in RowSource.from(data).retainedRow(at: Int(position)) })
    model = stage_model_new(data, &functions)
    WidgetCensus.shared.made(model!)
    var selections = StageSelectionFunctions(
      is_selected: { RowSource.from($0).isSelected(at: Int($1)) ? 1 : 0 },
      add_selected: { data, result, position, count in
        let range = Int(position)..<(Int(position) + Int(count))
        for position in RowSource.from(data).selectedPositions where range.contains(position) {
          gtk_bitset_add(result, UInt32(position))
        }
      },
      select: { data, selected, mask in
        RowSource.from(data).choose(selected!, among: mask!) ? 1 : 0
      })
    selection = stage_selection_new(model, data, &selections)
    WidgetCensus.shared.made(selection!)
  }

  isolated deinit {
    stage_selection_disconnect(selection)
    stage_model_disconnect(model)
    // A GTK view that is still there must not miss that its rows are gone: it counts them.
    if announcedCount > 0 { stage_model_changed(model, 0, UInt32(announcedCount), 0) }
    g_object_unref(selection)
    g_object_unref(model)
  }

  private nonisolated static func from(_ data: UnsafeMutableRawPointer?) -> RowSource {
    Unmanaged<RowSource>.fromOpaque(data!).takeUnretainedValue()
  }

  /// The caller owns the reference.
  final func retainedSelectionModel() -> OpaquePointer {
    OpaquePointer(g_object_ref(selection)!)
  }

  final func announce(_ position: Int, removed: Int, inserted: Int) {
    announcedCount += inserted - removed
    stage_model_changed(model, UInt32(position), UInt32(removed), UInt32(inserted))
  }

  final func announceSelection(_ positions: Range<Int>) {
    stage_selection_changed(selection, UInt32(positions.lowerBound), UInt32(positions.count))
  }

  // MARK: For subclasses

  var count: Int { 0 }
  func retainedRow(at position: Int) -> UnsafeMutableRawPointer? { nil }
  func isSelected(at position: Int) -> Bool { false }
  var selectedPositions: [Int] { [] }
  func choose(_ chosen: OpaquePointer, among mask: OpaquePointer) -> Bool { false }
}
#endif
