/// libcurl, loaded with dlopen when it is first needed.
///
/// No libcurl header is used: the calls are declared here, and the numbers of options and codes
/// are part of libcurl's binary interface, which never changes them.
#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>
#include <stdint.h>

/// A loaded libcurl; never unloaded.
typedef struct ccurl_library ccurl_library;
/// One exchange (`CURL`).
typedef struct ccurl_easy ccurl_easy;
/// Many exchanges driven by one thread (`CURLM`).
typedef struct ccurl_multi ccurl_multi;
/// A list of header lines (`struct curl_slist`).
typedef struct ccurl_list ccurl_list;

/// Why no libcurl could be loaded.
enum ccurl_failure {
  CCURL_LOADED = 0,
  CCURL_MISSING = 1,
  /// Found, but it lacks `curl_multi_wakeup` (7.68, January 2020).
  CCURL_TOO_OLD = 2,
};

/// The process's libcurl, loaded by the first call, from whichever thread; NULL if there is none.
const ccurl_library *ccurl_shared(int *failure);
/// Loads the first of the named libraries that is one; for tests. The result is never freed.
const ccurl_library *ccurl_open(const char *const *names, size_t count, int *failure);
/// The version as text, as "7.88.1".
const char *ccurl_version(const ccurl_library *library);
/// The version as 0xXXYYZZ.
uint32_t ccurl_version_number(const ccurl_library *library);

ccurl_easy *ccurl_easy_init(const ccurl_library *library);
void ccurl_easy_cleanup(const ccurl_library *library, ccurl_easy *easy);
/// Lets a paused exchange go on; may call its callbacks at once.
int ccurl_easy_unpause(const ccurl_library *library, ccurl_easy *easy);
/// libcurl's own words for a code; a fixed text.
const char *ccurl_code_text(const ccurl_library *library, int code);

/// What receives body bytes or header lines. Returns `size * count`, or something else to end the
/// exchange, or `CCURL_PAUSE`.
typedef size_t (*ccurl_receive)(char *bytes, size_t size, size_t count, void *context);
/// Called when the connection stands and the request is about to be sent. 0 goes on, 1 ends.
typedef int (*ccurl_before_request)(
    void *context, char *remote, char *local, int remote_port, int local_port);

#define CCURL_PAUSE ((size_t)0x10000001)

/// Which addresses an exchange tried to connect to.
typedef struct ccurl_peers {
  /// How many sockets were opened.
  int attempts;
  /// How many of them towards this machine: 127.0.0.0/8, 0.0.0.0, ::1, ::.
  int local;
  /// The port of the last one.
  int port;
} ccurl_peers;

// Setters, one per kind of argument: libcurl's is variadic. 0 is success.
int ccurl_set_long(const ccurl_library *library, ccurl_easy *easy, int option, long value);
int ccurl_set_text(const ccurl_library *library, ccurl_easy *easy, int option, const char *value);
int ccurl_set_pointer(const ccurl_library *library, ccurl_easy *easy, int option, void *value);
int ccurl_set_list(const ccurl_library *library, ccurl_easy *easy, int option, ccurl_list *value);
int ccurl_set_receive(
    const ccurl_library *library, ccurl_easy *easy, int option, ccurl_receive value);
int ccurl_set_before_request(
    const ccurl_library *library, ccurl_easy *easy, int option, ccurl_before_request value);
/// Opens the exchange's sockets (closed on exec) and notes in `peers` where they go.
int ccurl_watch_peers(const ccurl_library *library, ccurl_easy *easy, ccurl_peers *peers);

// Getters. 0 where libcurl does not know.
long ccurl_get_long(const ccurl_library *library, ccurl_easy *easy, int info);

/// Adds a line. NULL when memory is out: the old list is then still the caller's.
ccurl_list *ccurl_list_append(const ccurl_library *library, ccurl_list *list, const char *line);
void ccurl_list_free(const ccurl_library *library, ccurl_list *list);

ccurl_multi *ccurl_multi_init(const ccurl_library *library);
void ccurl_multi_cleanup(const ccurl_library *library, ccurl_multi *multi);
int ccurl_multi_set_long(const ccurl_library *library, ccurl_multi *multi, int option, long value);
int ccurl_multi_add(const ccurl_library *library, ccurl_multi *multi, ccurl_easy *easy);
int ccurl_multi_remove(const ccurl_library *library, ccurl_multi *multi, ccurl_easy *easy);
int ccurl_multi_perform(const ccurl_library *library, ccurl_multi *multi);
/// Waits for a socket, one of libcurl's own timers, a wake-up, or the time out.
int ccurl_multi_poll(const ccurl_library *library, ccurl_multi *multi, int milliseconds);
/// Ends a `ccurl_multi_poll`, present or next; the one call that any thread may make.
int ccurl_multi_wakeup(const ccurl_library *library, ccurl_multi *multi);
/// The next exchange that ended, with its code; NULL when there is none.
ccurl_easy *ccurl_multi_next_done(const ccurl_library *library, ccurl_multi *multi, int *code);

/// Runs `body` on a new detached thread that takes no signals. 0 or an errno.
int ccurl_start_thread(void (*body)(void *context), void *context);

#endif
