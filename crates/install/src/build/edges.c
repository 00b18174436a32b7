/* Tells which edges of a program's control flow were reached, through a file that it shares with gadfly.
 *
 * The compiler calls in at every edge: clang with a number for each (trace-pc-guard), gcc with nothing, so that
 * the place of the call serves as one (trace-pc). An edge is told once in a process's life; from then on a call
 * costs a load and a branch. The file is named by GADFLY_EDGES; without it nothing is told.
 *
 * The layout is known to crates/campaign/src/guide/map.rs.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct map {
  uint64_t news;     /* how often a process reached an edge for the first time in its life */
  uint64_t total;    /* edges there are */
  uint64_t capacity; /* edges there is room for */
  uint8_t reached[];
};

static struct map *map;
/* Whether the compiler numbers edges. */
static int numbered;

static void attach(void) {
  static int tried;
  const char *path = getenv("GADFLY_EDGES");
  int file;
  off_t size;
  void *at;
  if (tried)
    return;
  tried = 1;
  if (!path || (file = open(path, O_RDWR | O_CLOEXEC)) < 0)
    return;
  size = lseek(file, 0, SEEK_END);
  at = size > (off_t)sizeof(struct map) ? mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
  close(file);
  if (at == MAP_FAILED)
    return;
  map = at;
  if (map->capacity > size - sizeof(struct map))
    map = 0;
}

static void tell(uint64_t edge) {
  map->reached[edge] = 1;
  __atomic_fetch_add(&map->news, 1, __ATOMIC_RELEASE);
}

/* clang: a number for each edge of an object file, zero where it is not to be told. */
void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
  static uint32_t edges;
  numbered = 1;
  if (start == stop || *start)
    return;
  attach();
  for (; start < stop; start++)
    *start = map && edges < map->capacity ? ++edges : 0;
  if (map)
    map->total = edges;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
  uint32_t edge = *guard;
  if (!edge)
    return;
  *guard = 0;
  tell(edge - 1);
}

/* gcc: the place of the call within the program. A call is longer than four bytes. */
extern const char __executable_start[], etext[];
static uint8_t *told;
static uint64_t places;

__attribute__((constructor)) static void begin(void) {
  uint64_t length = (uint64_t)(etext - __executable_start) >> 2;
  void *at;
  attach();
  if (!map || numbered)
    return;
  at = mmap(0, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED)
    return;
  told = at;
  places = length < map->capacity ? length : map->capacity;
}

void __sanitizer_cov_trace_pc(void) {
  uint64_t place = (uint64_t)((const char *)__builtin_return_address(0) - __executable_start) >> 2;
  if (place >= places || told[place])
    return;
  told[place] = 1;
  if (map->total < place + 1)
    map->total = place + 1;
  tell(place);
}
