// What Wails does not offer of the clipboard.
#include <stdint.h>

// askClipboard asks for the clipboard's content in a format, which it frees. The
// format textFormat is any that text comes in, and namedFormats the names of the
// formats, one a line. It may be called from any thread; clipboardAnswered is called
// with the same request on the main one, exactly once while the main loop runs.
void askClipboard(char *format, uintptr_t request);

#define textFormat "text"
#define namedFormats "formats"
