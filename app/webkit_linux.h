// What Wails does not offer of the webview. All but prefersLight may be called from
// any thread.
void watchWebProcess(void);
void reloadPage(void);
void dismissDialogs(void);
int prefersLight(void);
