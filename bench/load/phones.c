/* The doors open: COUNT phones connect at the same moment; each asks for PATH1, then on the same connection for
   PATH2, then closes.

     phones PORT COUNT START HOST PATH1 PATH2 SECONDS

   START is a reading of CLOCK_MONOTONIC in ns, so that several of these processes begin together, each with its share
   of the phones. Prints a line of totals, then for each phone that was served the nanoseconds from START to its first
   and to its second answer. Gives up after SECONDS. Loopback only. */
#define _GNU_SOURCE
#include "response.h"
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum state { CONNECTING, FIRST, SECOND, SERVED, FAILED };

struct phone {
  enum state state;
  int socket;
  uint64_t first, second;
  struct response response;
};

static struct { int served, connect, status, broken, closed, timeout; } count;
static int over; /* phones that are served or failed */

static void end(struct phone *p, enum state state, int *counter) {
  close(p->socket);
  response_reset(&p->response);
  p->state = state;
  (*counter)++;
  over++;
}

int main(int argc, char **argv) {
  if (argc != 8) {
    fprintf(stderr, "usage: phones PORT COUNT START HOST PATH1 PATH2 SECONDS\n");
    return 2;
  }
  allow_descriptors();
  int total = atoi(argv[2]), opened = 0;
  uint64_t start = strtoull(argv[3], 0, 10), limit = start + strtoull(argv[7], 0, 10) * 1000000000ull;
  char ask[2][2048];
  int size[2];
  for (int i = 0; i < 2; i++) {
    size[i] = snprintf(ask[i], sizeof ask[i], "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", argv[5 + i], argv[4]);
    if (size[i] >= (int)sizeof ask[i]) return 2;
  }
  struct sockaddr_in server = { .sin_family = AF_INET, .sin_port = htons(atoi(argv[1])),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  struct phone *phones = calloc(total, sizeof *phones);
  static char buffer[262144];
  struct epoll_event events[512];
  int poll = epoll_create1(0);

  struct timespec at = { .tv_sec = start / 1000000000ull, .tv_nsec = start % 1000000000ull };
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) == EINTR) {}

  while (over < total && now() < limit) {
    /* As fast as the kernel takes them; the answers are read in between. */
    for (int i = 0; i < 200 && opened < total; i++, opened++) {
      struct phone *p = &phones[opened];
      p->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
      if (p->socket < 0) { perror("socket"); return 1; }
      if (connect(p->socket, (struct sockaddr *)&server, sizeof server) && errno != EINPROGRESS) {
        end(p, FAILED, &count.connect);
        continue;
      }
      struct epoll_event e = { .events = EPOLLOUT, .data.ptr = p };
      epoll_ctl(poll, EPOLL_CTL_ADD, p->socket, &e);
    }
    int ready = epoll_wait(poll, events, 512, opened < total ? 0 : 100);
    for (int i = 0; i < ready; i++) {
      struct phone *p = events[i].data.ptr;
      if (p->state == CONNECTING) {
        if (send(p->socket, ask[0], size[0], MSG_NOSIGNAL) != size[0]) { end(p, FAILED, &count.connect); continue; }
        p->state = FIRST;
        struct epoll_event e = { .events = EPOLLIN, .data.ptr = p };
        epoll_ctl(poll, EPOLL_CTL_MOD, p->socket, &e);
        continue;
      }
      ssize_t n = recv(p->socket, buffer, sizeof buffer, 0);
      if (n < 0 && errno == EAGAIN) continue;
      if (n <= 0) { end(p, FAILED, &count.closed); continue; }
      response_read(&p->response, buffer, n);
      if (p->response.step == BROKEN) { end(p, FAILED, &count.broken); continue; }
      if (p->response.step == DONE && p->response.status != 200) { end(p, FAILED, &count.status); continue; }
      if (p->response.step != DONE) continue;
      if (p->state == SECOND) {
        p->second = now() - start;
        end(p, SERVED, &count.served);
        continue;
      }
      p->first = now() - start;
      p->state = SECOND;
      response_reset(&p->response);
      if (send(p->socket, ask[1], size[1], MSG_NOSIGNAL) != size[1]) end(p, FAILED, &count.closed);
    }
  }
  count.timeout = total - over;
  printf("served %d connect %d status %d broken %d closed %d timeout %d cpu %ld\n", count.served, count.connect,
         count.status, count.broken, count.closed, count.timeout, own_cpu());
  for (int i = 0; i < total; i++)
    if (phones[i].state == SERVED)
      printf("%llu %llu\n", (unsigned long long)phones[i].first, (unsigned long long)phones[i].second);
  return 0;
}
