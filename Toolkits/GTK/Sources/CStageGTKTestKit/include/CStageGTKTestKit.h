#pragma once

/// Whether GTK's main loop runs in place of `dispatch_main`.
int stage_test_loop_is_running(void);
