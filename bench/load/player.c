/* The players of many listeners: each has a connection of its own, plays, seeks, goes on to the next track and pauses, and some have an
   event stream.

     player PORT HOST TOKENS RATE SECONDS WARM STREAMS STATES

   TOKENS is a file with an access token in each line. The players must be expanded, paused, and repeat a queue of several tracks. RATE events a
   second are sent at even intervals to one player after the other, for WARM + SECONDS seconds; the first STREAMS players also have an event
   stream. A latency counts from the moment at which the event was due, not from when its player was free. Two devices of a player seek at
   the same moment, so that changes meet.

   Each change must have the revision after the one before: "lost" counts acknowledged changes whose revision another acknowledged
   change has as well, "jumped" the revisions that no acknowledged change has. Prints "ready", then at the end for each event and for all
   "<event> count <n> p50 <us> p99 <us> max <us>", and
   "errors <n> lost <n> jumped <n> behind <streams without the last revision> late <p99 of this program, us> broken <connections> cpu <us>". Writes to the file
   STATES for each player its token, the last acknowledged revision, attempt, index and state, and how many events were not
   answered or refused since. When the
   server ends the connections, the program stops sending, reads what was answered, and ends. Loopback only. */
#define _GNU_SOURCE
#include "response.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { BUFFER = 16384, BATCH = 128, WAITING = 1 << 20, TOKEN = 64 };
/* RESET pauses a player after a refused event, whatever its state. */
enum kind { PLAY, READY, POSITION, SEEK, NEXT, PAUSE, KINDS, RESET };
static const char *const names[] = { "tapPlay", "streamReady", "position", "seek", "next", "tapPause" };
static const enum kind script[] = { PLAY, READY, POSITION, POSITION, SEEK, POSITION, NEXT, READY, POSITION, PAUSE };
enum { STEPS = sizeof script / sizeof *script };

enum role { FIRST, SECOND, STREAM, ROLES };
struct player;
struct line { int socket, used; uint64_t due; enum role role; enum kind kind; struct player *player; char *buffer; };
struct player {
  char token[TOKEN], state[20];
  struct line lines[ROLES];
  int lead, step, is_reset, pending, doubtful, pair[2], pairs;
  long revision, attempt, index, position, seen;
  int is_playing;
  uint64_t read_at;
};

static struct sockaddr_in server;
static struct player *players;
static int poll_set, total, streams, free_count, errors, broken, is_over;
static int *free_players;
static long free_first, lost, jumped;
static const char *host;
static uint64_t counted_from;
static uint32_t *latencies[KINDS];
static long counts[KINDS], limit;

static void dial(struct line *l) {
  int on = 1;
  l->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (l->socket < 0 || connect(l->socket, (struct sockaddr *)&server, sizeof server)) {
    if (!is_over) perror("connection");
    if (l->socket >= 0) close(l->socket);
    l->socket = -1;
    broken++;
    return;
  }
  setsockopt(l->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  fcntl(l->socket, F_SETFL, O_NONBLOCK);
  struct epoll_event e = { .events = EPOLLIN, .data.ptr = l };
  epoll_ctl(poll_set, EPOLL_CTL_ADD, l->socket, &e);
  l->used = 0;
}

static void drop(struct line *l) {
  close(l->socket);
  l->socket = -1;
  l->used = 0;
}

static void put(struct line *l, const char *text, int size, uint64_t due) {
  if (l->socket < 0) dial(l);
  if (l->socket < 0) return;
  l->due = due;
  if (write(l->socket, text, size) != size) {
    broken++;
    drop(l);
  }
}

static void ask(struct line *l, const char *path, const char *accept) {
  char text[1024];
  int size = snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nAccept: %s\r\n\r\n", path, host,
                      l->player->token, accept);
  put(l, text, size, now());
}

static void tell(struct line *l, enum kind kind, uint64_t due) {
  struct player *p = l->player;
  char body[256], text[1024], more[96] = "";
  long passed = p->is_playing ? (long)((now() - p->read_at) / 1000000) : 0;
  switch (kind) {
  case READY: snprintf(more, sizeof more, ",\"attempt\":%ld", p->attempt); break;
  case POSITION: snprintf(more, sizeof more, ",\"attempt\":%ld,\"positionMs\":%ld", p->attempt, p->position + passed); break;
  case SEEK: snprintf(more, sizeof more, ",\"positionMs\":%ld", 1000 + p->revision % 50 * 1000 + l->role * 500); break;
  case NEXT: snprintf(more, sizeof more, ",\"play\":true"); break;
  default: break;
  }
  const char *method = kind == RESET ? "PUT" : "POST", *path = kind == RESET ? "pause" : "events";
  int length = kind == RESET ? snprintf(body, sizeof body, "{}") : snprintf(body, sizeof body, "{\"event\":\"%s\",\"device\":\"%s\"%s}", names[kind], l->role == FIRST ? "phone" : "web", more);
  int size = snprintf(text, sizeof text,
    "%s /api/v1/me/player/%s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"
    "Content-Length: %d\r\n\r\n%s", method, path, host, p->token, length, body);
  p->pending++;
  l->kind = kind;
  put(l, text, size, due);
}

static long member(const char *json, const char *name) {
  const char *at = strstr(json, name);
  return at ? atol(at + strlen(name)) : -1;
}

/* Reads the state from the player as JSON. */
static void take(struct player *p, const char *json) {
  long revision = member(json, "\"revision\":");
  if (revision < p->revision) return;
  p->doubtful = 0;
  p->revision = revision;
  p->attempt = member(json, "\"attempt\":");
  p->index = member(json, "\"index\":");
  p->position = member(json, "\"positionMs\":");
  p->is_playing = strstr(json, "\"audio\":\"playing\"") != NULL;
  p->read_at = now();
  static const char *const states[] = { "silent", "expanded", "beginPlay", "expandedPlay", "collapsedPlay" };
  for (int i = 0; i < 5; i++) {
    char text[40];
    snprintf(text, sizeof text, "\"state\":\"%s\"", states[i]);
    if (strstr(json, text)) strcpy(p->state, states[i]);
  }
}

static enum kind kind_of(struct player *p) { return p->is_reset ? RESET : p->lead ? SEEK : script[p->step]; }

static void release(struct player *p) {
  free_players[(free_first + free_count++) % total] = (int)(p - players);
}

/* Checks the revision of an acknowledged change against the revisions of the changes before. */
static void check(struct player *p, enum kind kind, long revision) {
  if (kind == SEEK && !p->lead) {
    p->pair[p->pairs++] = (int)revision;
    if (p->pairs < 2) return;
    p->pairs = 0;
    int low = p->pair[0] < p->pair[1] ? p->pair[0] : p->pair[1], high = p->pair[0] + p->pair[1] - low;
    /* Both are compared with the revision before the first of them. */
    if (low == high || low <= p->seen) lost++;
    else if (low != p->seen + 1 || high != low + 1) jumped++;
    p->seen = high;
    return;
  }
  if (revision < p->seen || (revision == p->seen && kind != POSITION)) lost++;
  else if (revision > p->seen + 1) jumped++;
  p->seen = revision;
}

static void answered(struct line *l, const char *head, const char *json) {
  struct player *p = l->player;
  enum kind kind = l->kind;
  uint64_t at = now();
  p->pending--;
  if (strncmp(head, "HTTP/1.1 200", 12)) {
    if (!errors++) fprintf(stderr, "%s in %s refused: %.15s %s\n", kind == RESET ? "pause" : names[kind], p->state, head, json);
    /* A change whose answer is an error of the server may have been stored. */
    p->doubtful++;
    p->is_reset = 2;
  } else if (kind == RESET) {
    take(p, json);
    p->seen = p->revision;
    p->pairs = p->step = p->lead = 0;
    p->is_reset = 1;
  } else {
    if (at >= counted_from && l->due >= counted_from && counts[kind] < limit)
      latencies[kind][counts[kind]++] = (uint32_t)((at - l->due) / 1000);
    take(p, json);
    if (!p->is_reset) check(p, kind, member(json, "\"revision\":"));
  }
  l->due = 0;
  if (p->pending) return;
  if (p->is_reset) p->is_reset--;
  else if (p->lead) p->lead--;
  else p->step = (p->step + 1) % STEPS;
  release(p);
}

/* The revisions of the events of a stream. */
static void listened(struct line *l) {
  l->buffer[l->used] = 0;
  for (char *id = l->buffer; (id = strstr(id, "\nid: "));) l->player->lines[STREAM].due = strtoull(id += 5, NULL, 10);
  /* The end of the buffer stays, because an id may arrive in parts. */
  if (l->used > 64) {
    memmove(l->buffer, l->buffer + l->used - 64, 64);
    l->used = 64;
  }
}

static int compare(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void report(const char *name, uint32_t *values, long count) {
  qsort(values, count, sizeof *values, compare);
  printf("%s count %ld p50 %u p99 %u max %u\n", name, count, count ? values[count / 2] : 0, count ? values[count * 99 / 100] : 0,
         count ? values[count - 1] : 0);
}

int main(int argc, char **argv) {
  if (argc != 9) {
    fprintf(stderr, "usage: player PORT HOST TOKENS RATE SECONDS WARM STREAMS STATES\n");
    return 2;
  }
  allow_descriptors();
  host = argv[2];
  uint64_t rate = strtoull(argv[4], 0, 10), seconds = strtoull(argv[5], 0, 10), warm = strtoull(argv[6], 0, 10);
  streams = atoi(argv[7]);
  server = (struct sockaddr_in){ .sin_family = AF_INET, .sin_port = htons(atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  FILE *file = fopen(argv[3], "r");
  if (!file) { perror(argv[3]); return 2; }
  int room = 1024;
  players = calloc(room, sizeof *players);
  while (fscanf(file, "%63s", players[total].token) == 1)
    if (++total == room) {
      players = realloc(players, 2 * room * sizeof *players);
      memset(players + room, 0, room * sizeof *players);
      room *= 2;
    }
  fclose(file);
  if (!total || streams > total) return 2;
  limit = (long)(rate * seconds + 1000);
  for (int k = 0; k < KINDS; k++) latencies[k] = calloc(limit, sizeof(uint32_t));
  uint32_t *late = calloc(limit + rate * warm, sizeof *late);
  static uint64_t waiting[WAITING];
  /* `ahead` counts events that were sent before they were due, because two devices seek at once. */
  uint64_t first_waiting = 0, last_waiting = 0, made = 0, sent = 0, ahead = 0;
  free_players = calloc(total, sizeof *free_players);
  poll_set = epoll_create1(0);
  int timer = timerfd_create(CLOCK_MONOTONIC, 0);
  struct epoll_event e = { .events = EPOLLIN, .data.ptr = &timer }, ready[512];
  epoll_ctl(poll_set, EPOLL_CTL_ADD, timer, &e);
  for (int i = 0; i < total; i++)
    for (int role = 0; role < ROLES; role++) {
      struct line *l = &players[i].lines[role];
      *l = (struct line){ .socket = -1, .role = role, .player = &players[i], .buffer = malloc(BUFFER + 1) };
    }

  /* Each player is read once, which opens its connection; then the streams are opened. */
  int opened = 0, known = 0, listening = 0, is_measured = 0;
  uint64_t start = 0, end = 0;
  while (!is_measured || ((made < rate * (warm + seconds) || free_count < total || first_waiting < last_waiting) && now() < end)) {
    if (!is_measured) {
      for (; opened < total && opened - known < BATCH; opened++) ask(&players[opened].lines[FIRST], "/api/v1/me/player", "application/json");
      if (known == total)
        for (int batch = 0; listening < streams && batch < BATCH; batch++, listening++)
          ask(&players[listening].lines[STREAM], "/api/v1/me/player/stream", "text/event-stream");
      if (known == total && listening == streams) {
        is_measured = 1;
        for (int i = 0; i < total; i++) {
          players[i].seen = players[i].revision;
          /* So many seeks of the paused player come first, that at each moment a tenth of the players is at each step. */
          players[i].lead = i % STEPS;
          release(&players[i]);
        }
        printf("ready\n");
        fflush(stdout);
        start = now();
        counted_from = start + warm * 1000000000ull;
        end = start + (warm + seconds + 10) * 1000000000ull;
        struct itimerspec every = { { 0, 1000000 }, { 0, 1000000 } };
        timerfd_settime(timer, 0, &every, NULL);
      }
    }
    if (broken && is_measured && !is_over) {
      /* The server is gone: what it has answered is still read. */
      is_over = 1;
      end = now() + 500000000ull;
    }
    int count = epoll_wait(poll_set, ready, 512, 100);
    for (int i = 0; i < count; i++) {
      if (ready[i].data.ptr == &timer) {
        uint64_t ticks, at;
        if (read(timer, &ticks, sizeof ticks) != sizeof ticks || is_over) continue;
        at = now();
        for (; made < rate * (warm + seconds) && start + made * 1000000000ull / rate <= at; made++) {
          uint64_t due = start + made * 1000000000ull / rate;
          late[made] = (uint32_t)((at - due) / 1000);
          if (ahead) ahead--;
          else if (last_waiting - first_waiting < WAITING) waiting[last_waiting++ % WAITING] = at;
          else errors++;
        }
        continue;
      }
      struct line *l = ready[i].data.ptr;
      ssize_t n = recv(l->socket, l->buffer + l->used, BUFFER - l->used, 0);
      if (n < 0 && errno == EAGAIN) continue;
      if (n <= 0) {
        /* A connection without a request under way may be closed; it is opened again when it is needed. */
        if (l->role == STREAM || l->due) broken++;
        drop(l);
        continue;
      }
      l->used += (int)n;
      if (l->role == STREAM) { listened(l); continue; }
      l->buffer[l->used] = 0;
      char *content = strstr(l->buffer, "\r\n\r\n");
      if (!content) continue;
      const char *length = strcasestr(l->buffer, "content-length:");
      long size = length && length < content ? atol(length + 15) : 0;
      content += 4;
      if (l->buffer + l->used < content + size) {
        if (size > BUFFER - 4096) { fprintf(stderr, "an answer of %ld bytes\n", size); return 1; }
        continue;
      }
      l->used = 0;
      if (is_measured) answered(l, l->buffer, content);
      else {
        if (strncmp(l->buffer, "HTTP/1.1 200", 12)) { fprintf(stderr, "refused: %.300s\n", l->buffer); return 1; }
        take(l->player, content);
        l->due = 0;
        known++;
      }
    }
    while (!is_over && first_waiting < last_waiting && free_count) {
      struct player *p = &players[free_players[free_first]];
      free_first = (free_first + 1) % total;
      free_count--;
      enum kind kind = kind_of(p);
      uint64_t due = waiting[first_waiting++ % WAITING];
      sent++;
      if (kind == SEEK && !p->lead) {
        /* Both devices seek at once, so that their changes meet. */
        uint64_t other = first_waiting < last_waiting ? waiting[first_waiting++ % WAITING] : (ahead++, now());
        sent++;
        tell(&p->lines[SECOND], kind, other);
      }
      tell(&p->lines[FIRST], kind, due);
    }
  }

  int behind = 0;
  if (!is_over && streams) {
    /* The streams may have a moment to report the last change. */
    for (uint64_t until = now() + 2000000000ull; now() < until;) {
      int count = epoll_wait(poll_set, ready, 512, 100);
      for (int i = 0; i < count; i++) {
        struct line *l = ready[i].data.ptr;
        if (ready[i].data.ptr == &timer) { uint64_t ticks; if (read(timer, &ticks, sizeof ticks) < 0) break; continue; }
        ssize_t n = recv(l->socket, l->buffer + l->used, BUFFER - l->used, 0);
        if (n <= 0) { if (n == 0) drop(l); continue; }
        l->used += (int)n;
        if (l->role == STREAM) listened(l); else l->used = 0;
      }
    }
    for (int i = 0; i < streams; i++) behind += (long)players[i].lines[STREAM].due < players[i].revision;
  }
  file = fopen(argv[8], "w");
  if (!file) { perror(argv[8]); return 1; }
  for (int i = 0; i < total; i++)
    fprintf(file, "%s %ld %ld %ld %s %d\n", players[i].token, players[i].revision, players[i].attempt, players[i].index, players[i].state,
            players[i].pending + players[i].doubtful);
  if (fclose(file)) { perror(argv[8]); return 1; }

  long all = 0;
  for (int k = 0; k < KINDS; k++) all += counts[k];
  uint32_t *together = calloc(all + 1, sizeof *together), *at = together;
  for (int k = 0; k < KINDS; k++) {
    memcpy(at, latencies[k], counts[k] * sizeof *at);
    at += counts[k];
    report(names[k], latencies[k], counts[k]);
  }
  report("all", together, all);
  qsort(late, made, sizeof *late, compare);
  printf("errors %d lost %ld jumped %ld behind %d late %u broken %d sent %llu cpu %ld\n", errors, lost, jumped, behind,
         made ? late[made * 99 / 100] : 0, broken, (unsigned long long)sent, own_cpu());
  return 0;
}
