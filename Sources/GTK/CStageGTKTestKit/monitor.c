#if defined(STAGECRAFT_GTK)
#include "CStageGTKTestKit.h"

#include <gio/gio.h>
#include <string.h>

static const char *service_name = "org.freedesktop.LowMemoryMonitor";
static const char *service_path = "/org/freedesktop/LowMemoryMonitor";

static GSubprocess *bus;
static GDBusConnection *service;

int stage_test_monitor_start(void) {
  const char *arguments[] = {"dbus-daemon", "--session", "--nofork", "--print-address=1", NULL};
  bus = g_subprocess_newv(arguments, G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL);
  if (!bus) return 0;
  GDataInputStream *output = g_data_input_stream_new(g_subprocess_get_stdout_pipe(bus));
  char *address = g_data_input_stream_read_line(output, NULL, NULL, NULL);
  g_object_unref(output);
  if (!address) return 0;
  g_setenv("DBUS_SYSTEM_BUS_ADDRESS", address, TRUE);
  service = g_dbus_connection_new_for_address_sync(
      address,
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
          G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
      NULL, NULL, NULL);
  g_free(address);
  if (!service) return 0;
  GVariant *answer = g_dbus_connection_call_sync(
      service, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "RequestName", g_variant_new("(su)", service_name, 4), NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL,
      NULL);
  if (!answer) return 0;
  g_variant_unref(answer);
  return 1;
}

void stage_test_monitor_warn(int level) {
  g_dbus_connection_emit_signal(
      service, NULL, service_path, service_name, "LowMemoryWarning",
      g_variant_new("(y)", (guchar)level), NULL);
}

void stage_test_monitor_stop(void) {
  // GLib ends a program whose system bus is gone, unless its connection says otherwise.
  GDBusConnection *client = g_bus_get_sync(G_BUS_TYPE_SYSTEM, NULL, NULL);
  if (client) {
    g_dbus_connection_set_exit_on_close(client, FALSE);
    g_object_unref(client);
  }
  g_clear_object(&service);
  g_unsetenv("DBUS_SYSTEM_BUS_ADDRESS");
  if (bus) g_subprocess_force_exit(bus);
  g_clear_object(&bus);
}
#endif
