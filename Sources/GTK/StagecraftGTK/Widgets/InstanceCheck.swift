#if GTK
internal import CStageGTK

/// Whether a pointer is an instance of a type, or of one that is derived from it.
// In a file of its own: where a file imports CGTK publicly and CStageGTK internally, the order in which
// the compiler meets them decides whether GTK's types count as internal.
func isInstance(_ pointer: UnsafeMutableRawPointer?, of type: UInt) -> Bool {
  stage_is_a(pointer, type) != 0
}
#endif
