#if defined(STAGECRAFT_GTK)
#include "CStageGTKTestKit.h"

#include <gtk/gtk.h>

int stage_test_has_label(void *widget, const char *text) {
  char *difference = gtk_test_accessible_check_property(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, NULL);
  int result = difference == NULL;
  g_free(difference);
  return result;
}

int stage_test_is_tab(void *widget) {
  return gtk_test_accessible_has_role(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_ROLE_TAB);
}

int stage_test_has_description(void *widget, const char *text) {
  char *difference = gtk_test_accessible_check_property(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, NULL);
  int result = difference == NULL;
  g_free(difference);
  return result;
}

int stage_test_has_value(void *widget, const char *text) {
  char *difference = gtk_test_accessible_check_property(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, NULL);
  int result = difference == NULL;
  g_free(difference);
  return result;
}

int stage_test_is_image(void *widget) {
  return gtk_test_accessible_has_role(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_ROLE_IMG);
}
#endif
