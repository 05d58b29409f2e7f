#if GTK
import CStageGTK

func isFirstThread() -> Bool { stage_is_first_thread() != 0 }
#endif
