/* Many connections that stay: each asks once for PATH and is held.

     connections PORT COUNT idle HOST PATH       after one answer the connection keeps quiet
     connections PORT COUNT streams HOST PATH    an event stream; events read "data: <CLOCK_MONOTONIC ns> …"

   Prints "ready <ms>" once all are open (idle: answered; streams: begun) and then waits until its standard input is
   closed. The last lines are, for streams, one for each event: its time, how many streams received it, the first and
   the last receipt in ns after that time; and at the end "closed <connections the server ended> cpu <us>".
   Connects in bounded batches, so that the length of the backlog is not the subject. Loopback only. */
#define _GNU_SOURCE
#include "response.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BATCH = 512, EVENTS = 4096, RECENT = 64 };

struct held {
  int socket, is_open;
  struct response response;
};

static struct { uint64_t time, first, last; int count; } events[EVENTS];
static int event_count;

/* Every event in these bytes. One lies in one send of 120 bytes; a split one would be missed and seen as such. */
static void note_events(const char *text, uint64_t at) {
  while ((text = strstr(text, "data: "))) {
    text += 6;
    uint64_t time = strtoull(text, NULL, 10);
    int i = event_count - 1, oldest = event_count > RECENT ? event_count - RECENT : 0;
    while (i >= oldest && events[i].time != time) i--;
    if (i < oldest) {
      if (event_count == EVENTS) continue;
      i = event_count++;
      events[i].time = time;
      events[i].first = at;
    }
    events[i].last = at;
    events[i].count++;
  }
}

int main(int argc, char **argv) {
  if (argc != 6) {
    fprintf(stderr, "usage: connections PORT COUNT idle|streams HOST PATH\n");
    return 2;
  }
  allow_descriptors();
  int total = atoi(argv[2]), streams = !strcmp(argv[3], "streams");
  char ask[2048];
  int size = snprintf(ask, sizeof ask, "GET %s HTTP/1.1\r\nHost: %s\r\nAccept: */*\r\n\r\n", argv[5], argv[4]);
  if (size >= (int)sizeof ask) return 2;
  struct sockaddr_in server = { .sin_family = AF_INET, .sin_port = htons(atoi(argv[1])),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  struct held *all = calloc(total, sizeof *all);
  static char buffer[65537];
  struct epoll_event ready[512];
  int poll = epoll_create1(0), opened = 0, begun = 0, closed = 0, announced = 0;
  struct epoll_event input = { .events = EPOLLIN, .data.ptr = NULL };
  epoll_ctl(poll, EPOLL_CTL_ADD, STDIN_FILENO, &input);
  uint64_t start = now();

  for (int over = 0; !over;) {
    for (; opened < total && opened - begun < BATCH; opened++) {
      struct held *h = &all[opened];
      h->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
      if (h->socket < 0 || connect(h->socket, (struct sockaddr *)&server, sizeof server) ||
          write(h->socket, ask, size) != size) {
        perror("connection");
        return 1;
      }
      fcntl(h->socket, F_SETFL, O_NONBLOCK);
      struct epoll_event e = { .events = EPOLLIN, .data.ptr = h };
      epoll_ctl(poll, EPOLL_CTL_ADD, h->socket, &e);
    }
    int count = epoll_wait(poll, ready, 512, 100);
    for (int i = 0; i < count; i++) {
      struct held *h = ready[i].data.ptr;
      if (!h) { over = 1; continue; }
      ssize_t n = recv(h->socket, buffer, sizeof buffer - 1, 0);
      if (n < 0 && errno == EAGAIN) continue;
      if (n <= 0) {
        closed++;
        close(h->socket);
        continue;
      }
      if (!h->is_open) {
        if (!streams) response_read(&h->response, buffer, n);
        if (streams ? strncmp(buffer, "HTTP/1.1 200", 12) : h->response.step == DONE && h->response.status != 200) {
          fprintf(stderr, "refused: %.30s\n", buffer);
          return 1;
        }
        h->is_open = streams || h->response.step == DONE;
        begun += h->is_open;
      }
      if (streams) {
        buffer[n] = 0;
        note_events(buffer, now());
      }
    }
    if (!announced && begun == total) {
      announced = 1;
      printf("ready %.1f\n", (now() - start) / 1e6);
      fflush(stdout);
    }
  }
  for (int i = 0; i < event_count; i++)
    printf("%llu %d %llu %llu\n", (unsigned long long)events[i].time, events[i].count,
           (unsigned long long)(events[i].first - events[i].time), (unsigned long long)(events[i].last - events[i].time));
  printf("closed %d cpu %ld\n", closed, own_cpu());
  return 0;
}
