#include <gdk/gdk.h>

// What Wails does not offer of the webview. All but prefersLight and
// workAreas may be called from any thread.
void watchWebProcess(void);
void reloadPage(void);
void dismissDialogs(void);
int prefersLight(void);
int workAreas(GdkRectangle *out, int most);
void steadyCaret(void);
void followWindow(void);
void placeWindow(int x, int y, int maximised);
void decorate(int on);
