// SOCK_CLOEXEC and the signal sets need this on Linux.
#define _GNU_SOURCE

#include "CCurl.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// libcurl's binary interface, as far as it is used here.

struct curl_message {
  int kind;
  ccurl_easy *easy;
  union {
    void *anything;
    int code;
  } data;
};

struct curl_version {
  int age;
  const char *text;
  unsigned int number;
  // Further members are not read.
};

struct curl_socket_address {
  int family;
  int kind;
  int protocol;
  unsigned int length;
  struct sockaddr address;
};

enum {
  GLOBAL_ALL = 3,
  VERSION_NOW = 0,
  MESSAGE_DONE = 1,
  OPTION_OPEN_SOCKET_FUNCTION = 20163,
  OPTION_OPEN_SOCKET_DATA = 10164,
  UNPAUSE = 0,
};

struct ccurl_library {
  int (*global_init)(long);
  struct curl_version *(*version_info)(int);
  ccurl_easy *(*easy_init)(void);
  void (*easy_cleanup)(ccurl_easy *);
  int (*easy_setopt)(ccurl_easy *, int, ...);
  int (*easy_getinfo)(ccurl_easy *, int, ...);
  int (*easy_pause)(ccurl_easy *, int);
  const char *(*easy_strerror)(int);
  ccurl_list *(*slist_append)(ccurl_list *, const char *);
  void (*slist_free_all)(ccurl_list *);
  ccurl_multi *(*multi_init)(void);
  int (*multi_cleanup)(ccurl_multi *);
  int (*multi_setopt)(ccurl_multi *, int, ...);
  int (*multi_add_handle)(ccurl_multi *, ccurl_easy *);
  int (*multi_remove_handle)(ccurl_multi *, ccurl_easy *);
  int (*multi_perform)(ccurl_multi *, int *);
  int (*multi_poll)(ccurl_multi *, void *, unsigned int, int, int *);
  int (*multi_wakeup)(ccurl_multi *);
  struct curl_message *(*multi_info_read)(ccurl_multi *, int *);
};

// Loading.

struct symbol {
  const char *name;
  size_t offset;
};

#define SYMBOL(member) {"curl_" #member, offsetof(struct ccurl_library, member)}

static const struct symbol symbols[] = {
    SYMBOL(global_init),         SYMBOL(version_info),  SYMBOL(easy_init),
    SYMBOL(easy_cleanup),        SYMBOL(easy_setopt),   SYMBOL(easy_getinfo),
    SYMBOL(easy_pause),          SYMBOL(easy_strerror), SYMBOL(slist_append),
    SYMBOL(slist_free_all),      SYMBOL(multi_init),    SYMBOL(multi_cleanup),
    SYMBOL(multi_setopt),        SYMBOL(multi_add_handle), SYMBOL(multi_remove_handle),
    SYMBOL(multi_perform),       SYMBOL(multi_poll),    SYMBOL(multi_wakeup),
    SYMBOL(multi_info_read),
};

static int resolve(void *handle, struct ccurl_library *library) {
  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
    void *address = dlsym(handle, symbols[i].name);
    if (address == NULL) return CCURL_TOO_OLD;
    // POSIX lets a function's address pass through void *; memcpy keeps the compiler quiet.
    memcpy((char *)library + symbols[i].offset, &address, sizeof address);
  }
  if (library->global_init(GLOBAL_ALL) != 0) return CCURL_MISSING;
  return CCURL_LOADED;
}

const ccurl_library *ccurl_open(const char *const *names, size_t count, int *failure) {
  *failure = CCURL_MISSING;
  struct ccurl_library *library = calloc(1, sizeof *library);
  if (library == NULL) return NULL;
  for (size_t i = 0; i < count; i++) {
    void *handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) continue;
    int result = resolve(handle, library);
    if (result == CCURL_LOADED) {
      *failure = CCURL_LOADED;
      return library;
    }
    *failure = result;
    dlclose(handle);
  }
  free(library);
  return NULL;
}

// Written once, inside pthread_once, which also publishes them.
static pthread_once_t once = PTHREAD_ONCE_INIT;
static const ccurl_library *shared_library;
static int shared_failure;

static void open_shared(void) {
  static const char *const names[] = {
      "libcurl.so.4",
      "libcurl-gnutls.so.4",
      "libcurl.4.dylib",
  };
  shared_library = ccurl_open(names, sizeof names / sizeof names[0], &shared_failure);
}

const ccurl_library *ccurl_shared(int *failure) {
  if (pthread_once(&once, open_shared) != 0) {
    *failure = CCURL_MISSING;
    return NULL;
  }
  *failure = shared_failure;
  return shared_library;
}

const char *ccurl_version(const ccurl_library *library) {
  const struct curl_version *version = library->version_info(VERSION_NOW);
  return version == NULL || version->text == NULL ? "?" : version->text;
}

uint32_t ccurl_version_number(const ccurl_library *library) {
  const struct curl_version *version = library->version_info(VERSION_NOW);
  return version == NULL ? 0 : version->number;
}

// Exchanges.

ccurl_easy *ccurl_easy_init(const ccurl_library *library) { return library->easy_init(); }

void ccurl_easy_cleanup(const ccurl_library *library, ccurl_easy *easy) {
  library->easy_cleanup(easy);
}

int ccurl_easy_unpause(const ccurl_library *library, ccurl_easy *easy) {
  return library->easy_pause(easy, UNPAUSE);
}

const char *ccurl_code_text(const ccurl_library *library, int code) {
  const char *text = library->easy_strerror(code);
  return text == NULL ? "" : text;
}

int ccurl_set_long(const ccurl_library *library, ccurl_easy *easy, int option, long value) {
  return library->easy_setopt(easy, option, value);
}

int ccurl_set_text(const ccurl_library *library, ccurl_easy *easy, int option, const char *value) {
  return library->easy_setopt(easy, option, value);
}

int ccurl_set_pointer(const ccurl_library *library, ccurl_easy *easy, int option, void *value) {
  return library->easy_setopt(easy, option, value);
}

int ccurl_set_list(const ccurl_library *library, ccurl_easy *easy, int option, ccurl_list *value) {
  return library->easy_setopt(easy, option, value);
}

int ccurl_set_receive(
    const ccurl_library *library, ccurl_easy *easy, int option, ccurl_receive value) {
  return library->easy_setopt(easy, option, value);
}

int ccurl_set_before_request(
    const ccurl_library *library, ccurl_easy *easy, int option, ccurl_before_request value) {
  return library->easy_setopt(easy, option, value);
}

static int is_local(const struct sockaddr *address, unsigned int length) {
  if (address->sa_family == AF_INET && length >= sizeof(struct sockaddr_in)) {
    struct sockaddr_in four;
    memcpy(&four, address, sizeof four);
    uint32_t host = ntohl(four.sin_addr.s_addr);
    return host == 0 || host >> 24 == 127;
  }
  if (address->sa_family == AF_INET6 && length >= sizeof(struct sockaddr_in6)) {
    struct sockaddr_in6 six;
    memcpy(&six, address, sizeof six);
    return IN6_IS_ADDR_LOOPBACK(&six.sin6_addr) || IN6_IS_ADDR_UNSPECIFIED(&six.sin6_addr);
  }
  return 0;
}

static int port_of(const struct sockaddr *address, unsigned int length) {
  if (address->sa_family == AF_INET && length >= sizeof(struct sockaddr_in)) {
    struct sockaddr_in four;
    memcpy(&four, address, sizeof four);
    return ntohs(four.sin_port);
  }
  if (address->sa_family == AF_INET6 && length >= sizeof(struct sockaddr_in6)) {
    struct sockaddr_in6 six;
    memcpy(&six, address, sizeof six);
    return ntohs(six.sin6_port);
  }
  return 0;
}

static int open_socket(void *context, int purpose, struct curl_socket_address *address) {
  (void)purpose;
  ccurl_peers *peers = context;
  peers->attempts += 1;
  peers->local += is_local(&address->address, address->length);
  peers->port = port_of(&address->address, address->length);
#ifdef SOCK_CLOEXEC
  return socket(address->family, address->kind | SOCK_CLOEXEC, address->protocol);
#else
  int descriptor = socket(address->family, address->kind, address->protocol);
  if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
#endif
}

int ccurl_watch_peers(const ccurl_library *library, ccurl_easy *easy, ccurl_peers *peers) {
  int code = library->easy_setopt(easy, OPTION_OPEN_SOCKET_FUNCTION, open_socket);
  if (code != 0) return code;
  return library->easy_setopt(easy, OPTION_OPEN_SOCKET_DATA, (void *)peers);
}

long ccurl_get_long(const ccurl_library *library, ccurl_easy *easy, int info) {
  long value = 0;
  return library->easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

ccurl_list *ccurl_list_append(const ccurl_library *library, ccurl_list *list, const char *line) {
  return library->slist_append(list, line);
}

void ccurl_list_free(const ccurl_library *library, ccurl_list *list) {
  library->slist_free_all(list);
}

// Many exchanges.

ccurl_multi *ccurl_multi_init(const ccurl_library *library) { return library->multi_init(); }

void ccurl_multi_cleanup(const ccurl_library *library, ccurl_multi *multi) {
  library->multi_cleanup(multi);
}

int ccurl_multi_set_long(const ccurl_library *library, ccurl_multi *multi, int option, long value) {
  return library->multi_setopt(multi, option, value);
}

int ccurl_multi_add(const ccurl_library *library, ccurl_multi *multi, ccurl_easy *easy) {
  return library->multi_add_handle(multi, easy);
}

int ccurl_multi_remove(const ccurl_library *library, ccurl_multi *multi, ccurl_easy *easy) {
  return library->multi_remove_handle(multi, easy);
}

int ccurl_multi_perform(const ccurl_library *library, ccurl_multi *multi) {
  int running = 0;
  return library->multi_perform(multi, &running);
}

int ccurl_multi_poll(const ccurl_library *library, ccurl_multi *multi, int milliseconds) {
  int code = library->multi_poll(multi, NULL, 0, milliseconds, NULL);
  // It fails where memory or descriptors are out; a loop must not spin meanwhile.
  if (code != 0) poll(NULL, 0, 10);
  return code;
}

int ccurl_multi_wakeup(const ccurl_library *library, ccurl_multi *multi) {
  return library->multi_wakeup(multi);
}

ccurl_easy *ccurl_multi_next_done(const ccurl_library *library, ccurl_multi *multi, int *code) {
  for (;;) {
    int left = 0;
    struct curl_message *message = library->multi_info_read(multi, &left);
    if (message == NULL) return NULL;
    if (message->kind != MESSAGE_DONE) continue;
    *code = message->data.code;
    return message->easy;
  }
}

// The thread.

struct thread_start {
  void (*body)(void *);
  void *context;
};

static void *run_thread(void *argument) {
  struct thread_start start = *(struct thread_start *)argument;
  free(argument);
  start.body(start.context);
  return NULL;
}

int ccurl_start_thread(void (*body)(void *context), void *context) {
  struct thread_start *start = malloc(sizeof *start);
  if (start == NULL) return ENOMEM;
  start->body = body;
  start->context = context;
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error != 0) {
    free(start);
    return error;
  }
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // The new thread takes over the mask of this one: signals stay with the program's own threads,
  // and a TLS library's write(2) to a dead peer gives EPIPE instead of a SIGPIPE.
  sigset_t all, before;
  sigfillset(&all);
  sigdelset(&all, SIGSEGV);
  sigdelset(&all, SIGBUS);
  sigdelset(&all, SIGILL);
  sigdelset(&all, SIGFPE);
  sigdelset(&all, SIGTRAP);
  sigdelset(&all, SIGABRT);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  error = pthread_create(&thread, &attributes, run_thread, start);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (error != 0) free(start);
  return error;
}
