#if GTK
import CStageGTK
import StagecraftGTK
import StagecraftGTKTestKit
import Testing

/// The tests that open windows run one at a time: they share a display and its focus.
@MainActor
@Suite("Windows", .serialized)
struct WindowTests {}

@MainActor
func plantWarning() { stage_log_warn("A planted warning.") }
#endif
