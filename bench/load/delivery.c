/* The time from an operator's step to every listener.

     delivery PORT HOST TOKEN COUNT STEPS PAUSE_MS GROUP GROUP_PORT EVENTS_PATH STEPS_PATH

   Opens COUNT event streams of EVENTS_PATH and joins the multicast group on 127.0.0.1 (GROUP "-" for none). Then sends STEPS steps, forward
   and back in turn, each by a POST to STEPS_PATH with the bearer token, PAUSE_MS after the last delivery of the step before.
   Prints "ready <ms>", then for each step one line of nanoseconds since the POST was sent: its answer, the first packet with the new
   measure (0 without a group; by the kernel's time of receipt), the first and the last stream, and how many streams received it; and at
   the end "closed <streams that the server ended> cpu <us>". A step that some stream has not received after ten seconds is printed as it is.
   Loopback only. */
#define _GNU_SOURCE
#include "response.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BATCH = 256, TAIL = 24, KEPT = 64 };

/* A stream keeps the end of what it has read, since an event's id may arrive in parts. */
struct stream { int socket, is_open, kept; long revision; char tail[TAIL]; };

static struct sockaddr_in server;
static uint64_t sent, answered, packet, first, last;
/* The same moment as `sent`, by the clock of the kernel's receive times. */
static uint64_t sent_by_calendar;
static long wanted;      /* the revision of the step under way; 0 while its answer is awaited */
static int received, closed, opened, begun;
static char measure[32]; /* "; 35 :" as packets have it */

static int dial(void) {
  int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
  if (s < 0 || connect(s, (struct sockaddr *)&server, sizeof server)) { perror("connection"); exit(1); }
  setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return s;
}

static int join_group(const char *group, int port) {
  int s = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
  setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (setsockopt(s, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on)) { perror("receive times"); exit(1); }
  struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = inet_addr(group) };
  struct ip_mreq request = { .imr_multiaddr.s_addr = inet_addr(group), .imr_interface.s_addr = htonl(INADDR_LOOPBACK) };
  if (bind(s, (struct sockaddr *)&at, sizeof at) ||
      setsockopt(s, IPPROTO_IP, IP_ADD_MEMBERSHIP, &request, sizeof request)) { perror("group"); exit(1); }
  return s;
}

static uint64_t calendar(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}

/* Reads a datagram and the time at which the kernel received it: this program may be busy with thousands of streams then. */
static ssize_t receive_packet(int s, char *to, size_t limit, uint64_t *at) {
  char control[64];
  struct iovec part = { .iov_base = to, .iov_len = limit };
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control };
  ssize_t n = recvmsg(s, &message, 0);
  struct cmsghdr *stamp = n > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (stamp && stamp->cmsg_type == SCM_TIMESTAMPNS) {
    struct timespec t;
    memcpy(&t, CMSG_DATA(stamp), sizeof t);
    *at = t.tv_sec * 1000000000ull + t.tv_nsec;
  }
  return n;
}

/* The revisions in "id: 37.0" lines of these bytes. */
static void note(struct stream *h, char *text, uint64_t at) {
  for (char *id = text; (id = strstr(id, "id: "));) {
    id += 4;
    char *end;
    long revision = strtol(id, &end, 10);
    if (*end != '.' || revision <= h->revision) continue;
    h->revision = revision;
    if (!begun || !sent) continue;
    if (!first) first = at;
    last = at;
    received++;
  }
}

static long member(const char *json, const char *name) {
  const char *at = strstr(json, name);
  return at ? atol(at + strlen(name)) : -1;
}

int main(int argc, char **argv) {
  if (argc != 11) {
    fprintf(stderr, "usage: delivery PORT HOST TOKEN COUNT STEPS PAUSE_MS GROUP GROUP_PORT EVENTS_PATH STEPS_PATH\n");
    return 2;
  }
  allow_descriptors();
  const char *host = argv[2], *token = argv[3];
  int total = atoi(argv[4]), steps = atoi(argv[5]), pause = atoi(argv[6]), has_group = strcmp(argv[7], "-");
  server = (struct sockaddr_in){ .sin_family = AF_INET, .sin_port = htons(atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  static char ask[2048], buffer[TAIL + 65537];
  int size = snprintf(ask, sizeof ask, "GET %s HTTP/1.1\r\nHost: %s\r\nAccept: text/event-stream\r\n\r\n", argv[9], host);
  int poll = epoll_create1(0), group = has_group ? join_group(argv[7], atoi(argv[8])) : -1, operator = dial();
  struct stream *all = calloc(total, sizeof *all), packets = { .socket = group }, desk = { .socket = operator };
  struct epoll_event e = { .events = EPOLLIN, .data.ptr = &desk }, ready[512];
  epoll_ctl(poll, EPOLL_CTL_ADD, operator, &e);
  e.data.ptr = &packets;
  if (has_group) epoll_ctl(poll, EPOLL_CTL_ADD, group, &e);
  uint64_t start = now(), next = 0;
  int done = 0, open = 0, used = 0;
  static char answer[8192], datagrams[KEPT][256];
  static uint64_t times[KEPT];

  while (done < steps) {
    for (; opened < total && opened - open < BATCH; opened++) {
      struct stream *h = &all[opened];
      h->socket = dial();
      if (write(h->socket, ask, size) != size) { perror("stream"); return 1; }
      fcntl(h->socket, F_SETFL, O_NONBLOCK);
      e.data.ptr = h;
      epoll_ctl(poll, EPOLL_CTL_ADD, h->socket, &e);
    }
    if (!begun && open == total) {
      begun = 1;
      printf("ready %.1f\n", (now() - start) / 1e6);
      fflush(stdout);
      next = now() + 500000000ull;
    }
    if (begun && !sent && now() >= next) {
      char post[1024];
      int by = done % 2 ? -1 : 1, body = by < 0 ? 9 : 8;
      int length = snprintf(post, sizeof post,
        "POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n{\"by\":%d}",
        argv[10], host, token, body, by);
      answered = packet = first = last = 0;
      received = used = 0;
      wanted = 0;
      measure[0] = 0;
      sent = now();
      sent_by_calendar = calendar();
      if (write(operator, post, length) != length) { perror("step"); return 1; }
    }
    int count = epoll_wait(poll, ready, 512, begun ? 1 : 100);
    for (int i = 0; i < count; i++) {
      struct stream *h = ready[i].data.ptr;
      if (h == &packets) {
        ssize_t n;
        uint64_t at = 0;
        while ((n = receive_packet(group, buffer, 255, &at)) > 0) {
          buffer[n] = 0;
          if (!sent || packet || at < sent_by_calendar) continue;
          /* The packet may overtake the answer that names its measure: the last few are kept until then. */
          int slot = used < KEPT ? used++ : KEPT - 1;
          memcpy(datagrams[slot], buffer, n + 1);
          times[slot] = sent + (at - sent_by_calendar);
        }
        continue;
      }
      if (h == &desk) {
        ssize_t n = recv(operator, answer, sizeof answer - 1, 0);
        if (n <= 0) { fprintf(stderr, "the server ended the operator's connection\n"); return 1; }
        answer[n] = 0;
        if (strncmp(answer, "HTTP/1.1 200", 12)) { fprintf(stderr, "refused: %.400s\n", answer); return 1; }
        answered = now();
        wanted = member(answer, "\"revision\":");
        snprintf(measure, sizeof measure, "; %ld :", member(answer, "\"measure\":"));
        continue;
      }
      ssize_t n = recv(h->socket, buffer + h->kept, 65536, 0);
      if (n < 0 && errno == EAGAIN) continue;
      if (n <= 0) { closed++; close(h->socket); continue; }
      uint64_t at = now();
      memcpy(buffer, h->tail, h->kept);
      int length = h->kept + (int)n;
      buffer[length] = 0;
      if (!h->is_open) {
        if (strncmp(buffer, "HTTP/1.1 200", 12)) { fprintf(stderr, "refused: %.300s\n", buffer); return 1; }
        h->is_open = 1;
        open++;
      }
      note(h, buffer, at);
      h->kept = length < TAIL ? length : TAIL;
      memcpy(h->tail, buffer + length - h->kept, h->kept);
    }
    if (!sent || !wanted) continue;
    for (int k = 0; k < used && !packet; k++)
      if (strstr(datagrams[k], measure)) packet = times[k];
    int is_complete = received >= total - closed && (packet || !has_group);
    if (!is_complete && now() - sent < 10000000000ull) continue;
    printf("%llu %llu %llu %llu %d\n", (unsigned long long)(answered - sent), packet ? (unsigned long long)(packet - sent) : 0ull,
           first ? (unsigned long long)(first - sent) : 0ull, last ? (unsigned long long)(last - sent) : 0ull, received);
    done++;
    sent = 0;
    next = now() + pause * 1000000ull;
  }
  printf("closed %d cpu %ld\n", closed, own_cpu());
  return 0;
}
