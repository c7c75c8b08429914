/* Reads one HTTP/1.1 answer piece by piece, whatever the size of the pieces: length-delimited or chunked.
   It keeps a state and a few numbers; only a head that arrives in parts is stored. A load client has to cost less
   than the server, so the content is skipped, never copied. */
#ifndef RESPONSE_H
#define RESPONSE_H
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum step { HEAD, CONTENT, SIZE, SIZE_LINE, DATA, DATA_END, TRAILER, DONE, BROKEN };
enum { HEAD_LIMIT = 8192 };

struct response {
  enum step step;
  int status;
  long left;     /* bytes of the content or the chunk that are still to come */
  long length;   /* bytes of content so far, announced or read */
  int line;      /* characters in the trailer line so far */
  int head_size;
  char *head;    /* a head that has not come whole; NULL otherwise */
};

static inline void response_reset(struct response *r) {
  free(r->head);
  memset(r, 0, sizeof *r);
}

static inline void response_head(struct response *r, const char *head, size_t size) {
  char text[HEAD_LIMIT + 1];
  memcpy(text, head, size);
  text[size] = 0;
  if (size < 12 || strncmp(text, "HTTP/1.", 7)) { r->step = BROKEN; return; }
  r->status = atoi(text + 9);
  const char *length = strcasestr(text, "\r\ncontent-length:"), *coding = strcasestr(text, "\r\ntransfer-encoding:");
  if (coding) r->step = SIZE;
  else if (length) {
    r->left = r->length = atol(length + 17);
    r->step = r->left ? CONTENT : DONE;
  } else r->step = BROKEN;
}

/* Takes the bytes of one recv. The step says whether the answer is DONE; bytes after its end are dropped: these
   clients never pipeline. */
static inline void response_read(struct response *r, const char *at, size_t count) {
  const char *end = at + count;
  if (r->step == HEAD) {
    const char *whole = at;
    size_t size = count;
    if (r->head) {
      size_t room = HEAD_LIMIT - r->head_size, part = count < room ? count : room;
      memcpy(r->head + r->head_size, at, part);
      whole = r->head;
      size = r->head_size + part;
    }
    const char *blank = memmem(whole, size, "\r\n\r\n", 4);
    if (!blank) {
      if (size >= HEAD_LIMIT) { r->step = BROKEN; return; }
      if (!r->head) {
        r->head = malloc(HEAD_LIMIT);
        memcpy(r->head, at, count);
      }
      r->head_size = (int)size;
      return;
    }
    size_t head = blank + 4 - whole, known = r->head ? r->head_size : 0;
    response_head(r, whole, head);
    free(r->head);
    r->head = NULL;
    at += head - known;
  }
  while (at < end) {
    switch (r->step) {
    case CONTENT:
      r->left -= end - at;
      if (r->left <= 0) r->step = DONE;
      return;
    case SIZE: {
      char c = *at++;
      if (c >= '0' && c <= '9') r->left = r->left * 16 + c - '0';
      else if ((c | 32) >= 'a' && (c | 32) <= 'f') r->left = r->left * 16 + (c | 32) - 'a' + 10;
      else if (c == '\n') goto sized;
      else r->step = SIZE_LINE;
      break;
    }
    case SIZE_LINE:
      if (*at++ != '\n') break;
    sized:
      r->length += r->left;
      r->line = 0;
      r->step = r->left ? DATA : TRAILER;
      break;
    case DATA: {
      long part = end - at < r->left ? end - at : r->left;
      at += part;
      r->left -= part;
      if (!r->left) r->step = DATA_END;
      break;
    }
    case DATA_END:
      if (*at++ == '\n') r->step = SIZE;
      break;
    case TRAILER:
      if (*at == '\n') {
        if (!r->line) { r->step = DONE; return; }
        r->line = 0;
      } else if (*at != '\r') r->line++;
      at++;
      break;
    default: return;
    }
  }
}

static inline uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}

/* What this client itself has cost so far, in microseconds. */
static inline long own_cpu(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000l + u.ru_utime.tv_usec + u.ru_stime.tv_usec;
}

static inline void allow_descriptors(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}
#endif
