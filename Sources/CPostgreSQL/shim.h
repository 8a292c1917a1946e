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
