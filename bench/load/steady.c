/* A well-behaved client: RATE requests a second for PATH over a few keep-alive connections, at even intervals whatever
   the server does.

     steady PORT RATE SECONDS HOST PATH

   A request's latency counts from the moment it could be sent, not from when a connection was free for it: a server that
   pauses is not forgiven the requests that could not be sent meanwhile. How late this program itself was woken for a request is
   told apart ("late"): on a busy machine it waits for a core as well. Ends after SECONDS, or earlier when standard
   input is closed. Prints "count <answers> errors <n> p50 <us> p99 <us> max <us> late <p99, us>". Loopback only. */
#define _GNU_SOURCE
#include "response.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { CONNECTIONS = 16, WAITING = 65536 };

struct line {
  int socket;
  uint64_t due; /* when the request that is under way could be sent; 0 for none */
  struct response response;
};

static struct sockaddr_in server;
static struct line lines[CONNECTIONS];
static int poll_set, errors;
static uint64_t waiting[WAITING], first_waiting, last_waiting; /* when requests that wait for a connection could be sent */

static int open_line(struct line *l) {
  int on = 1;
  l->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (l->socket < 0 || connect(l->socket, (struct sockaddr *)&server, sizeof server)) {
    if (l->socket >= 0) close(l->socket);
    l->socket = -1;
    errors++;
    return 0;
  }
  setsockopt(l->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  struct epoll_event e = { .events = EPOLLIN, .data.ptr = l };
  epoll_ctl(poll_set, EPOLL_CTL_ADD, l->socket, &e);
  return 1;
}

static void drop(struct line *l) {
  close(l->socket);
  l->socket = -1;
  l->due = 0;
  response_reset(&l->response);
}

static int compare(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  if (argc != 6) {
    fprintf(stderr, "usage: steady PORT RATE SECONDS HOST PATH\n");
    return 2;
  }
  uint64_t rate = strtoull(argv[2], 0, 10), seconds = strtoull(argv[3], 0, 10), total = rate * seconds;
  char ask[2048];
  int size = snprintf(ask, sizeof ask, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", argv[5], argv[4]);
  if (!rate || size >= (int)sizeof ask) return 2;
  server = (struct sockaddr_in){ .sin_family = AF_INET, .sin_port = htons(atoi(argv[1])),
                                 .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  uint32_t *latencies = calloc(total + 1, sizeof *latencies), *late = calloc(total + 1, sizeof *late);
  uint64_t answers = 0, made = 0;
  static char buffer[262144];
  struct epoll_event events[64];
  poll_set = epoll_create1(0);
  int timer = timerfd_create(CLOCK_MONOTONIC, 0), input = STDIN_FILENO;
  struct itimerspec every = { { 0, (long)(1000000000 / rate) }, { 0, 1 } };
  struct epoll_event e = { .events = EPOLLIN, .data.ptr = &timer };
  epoll_ctl(poll_set, EPOLL_CTL_ADD, timer, &e);
  e.data.ptr = &input;
  epoll_ctl(poll_set, EPOLL_CTL_ADD, input, &e);
  for (int i = 0; i < CONNECTIONS; i++) lines[i].socket = -1;
  uint64_t start = now();
  timerfd_settime(timer, 0, &every, NULL);

  /* A second more at the end, for answers that are late. */
  uint64_t end = start + (seconds + 1) * 1000000000ull;
  for (int under_way = 1; now() < end && (under_way || made < total);) {
    int count = epoll_wait(poll_set, events, 64, 100);
    for (int i = 0; i < count; i++) {
      void *source = events[i].data.ptr;
      if (source == &input) {
        /* Nothing more is asked; what is under way may be answered still. */
        epoll_ctl(poll_set, EPOLL_CTL_DEL, input, NULL);
        total = made;
        first_waiting = last_waiting;
        end = now() + 1000000000ull;
        continue;
      }
      if (source == &timer) {
        uint64_t ticks;
        if (read(timer, &ticks, sizeof ticks) != sizeof ticks) continue;
        for (uint64_t at = now(); ticks && made < total; ticks--, made++) {
          uint64_t due = start + made * 1000000000ull / rate;
          late[made] = at > due ? (uint32_t)((at - due) / 1000) : 0;
          if (last_waiting - first_waiting < WAITING) waiting[last_waiting++ % WAITING] = at;
          else errors++;
        }
        continue;
      }
      struct line *l = source;
      ssize_t n = recv(l->socket, buffer, sizeof buffer, MSG_DONTWAIT);
      if (n < 0 && errno == EAGAIN) continue;
      if (n <= 0) {
        errors += l->due != 0;
        drop(l);
        continue;
      }
      response_read(&l->response, buffer, n);
      if (l->response.step == BROKEN || (l->response.step == DONE && l->response.status != 200)) {
        errors++;
        drop(l);
      } else if (l->response.step == DONE) {
        latencies[answers++] = (uint32_t)((now() - l->due) / 1000);
        l->due = 0;
        response_reset(&l->response);
      }
    }
    under_way = 0;
    for (int i = 0; i < CONNECTIONS; i++) under_way += lines[i].due != 0;
    for (int i = 0; i < CONNECTIONS && first_waiting < last_waiting; i++) {
      struct line *l = &lines[i];
      if (l->due || (l->socket < 0 && !open_line(l))) continue;
      l->due = waiting[first_waiting++ % WAITING];
      under_way++;
      if (send(l->socket, ask, size, MSG_NOSIGNAL) != size) {
        errors++;
        drop(l);
      }
    }
  }
  qsort(latencies, answers, sizeof *latencies, compare);
  qsort(late, made, sizeof *late, compare);
  for (int i = 0; i < CONNECTIONS; i++) errors += lines[i].due != 0;
  printf("count %llu errors %d p50 %u p99 %u max %u late %u\n", (unsigned long long)answers, errors,
         answers ? latencies[answers / 2] : 0, answers ? latencies[answers * 99 / 100] : 0,
         answers ? latencies[answers - 1] : 0, made ? late[made * 99 / 100] : 0);
  return 0;
}
