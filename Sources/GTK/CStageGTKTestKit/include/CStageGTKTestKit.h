#pragma once

/// Whether GTK's main loop runs in place of `dispatch_main`.
int stage_test_loop_is_running(void);

/// Starts a private bus in place of the system's, with a service of memory warnings that a test
/// controls. Returns 0 if there is no `dbus-daemon`.
int stage_test_monitor_start(void);
/// Sends a warning to all programs on the private bus.
void stage_test_monitor_warn(int level);
/// Ends the private bus.
void stage_test_monitor_stop(void);

/// Whether assistive technologies call a widget by a name; only with `GTK_A11Y=test`.
int stage_test_has_label(void *widget, const char *text);
/// Whether assistive technologies call a widget a tab; only with `GTK_A11Y=test`.
int stage_test_is_tab(void *widget);

/// Does what a click with the secondary button does; returns whether the widget listens to one.
int stage_test_click_secondary(void *widget, double x, double y);

/// Drops what a widget lets the user drag on another one. Returns whether it is accepted.
int stage_test_drag(void *source, void *target, double x, double y);

/// Activates an action with a text.
void stage_test_answer(void *application, const char *action, const char *text);
/// Does what the shortcuts of a widget with these keys do; returns whether one has handled them.
int stage_test_press(void *widget, const char *keys);

/// Whether assistive technologies describe a widget so, read it as a value, call it an image; only
/// with `GTK_A11Y=test`.
int stage_test_has_description(void *widget, const char *text);
int stage_test_has_value(void *widget, const char *text);
int stage_test_is_image(void *widget);

/// The number of file dialogs on the screen.
int stage_test_dialogs(void);
int stage_test_dialog_folder_is(const char *path);
/// Answers the file dialog that is on the screen.
void stage_test_dialog_respond(int response);
