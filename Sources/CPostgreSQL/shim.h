#include <libpq-fe.h>

#include <dlfcn.h>
#include <stdint.h>

/* Makes OpenSSL, if libpq uses it, register what it does when the process exits. */
static inline void tenon_begin_openssl(void) {
#ifdef RTLD_DEFAULT
  void *everything = RTLD_DEFAULT;
#else
  void *everything = 0; /* What glibc means by it, and names to GNU sources only. */
#endif
  int (*begin)(uint64_t, const void *) =
      (int (*)(uint64_t, const void *))dlsym(everything, "OPENSSL_init_crypto");
  /* OPENSSL_INIT_LOAD_CRYPTO_STRINGS: without an option it returns before it registers anything. */
  if (begin) { begin(2, 0); }
}

/*
 * How many bytes of libpq's connection OpenSSL has decrypted but libpq has not read. The socket does
 * not become readable for them.
 */
static inline int tenon_decrypted(PGconn *connection) {
#ifdef RTLD_DEFAULT
  void *everything = RTLD_DEFAULT;
#else
  void *everything = 0;
#endif
  void *session = PQsslStruct(connection, "OpenSSL");
  if (!session) { return 0; }
  int (*pending)(const void *) = (int (*)(const void *))dlsym(everything, "SSL_pending");
  return pending ? pending(session) : 0;
}
