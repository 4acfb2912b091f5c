// What compiled Swift needs from C: memory, and arithmetic on 128-bit integers, which WebAssembly does not have.
// Nothing here is called by more than one thread, because the memory is not shared.

typedef __SIZE_TYPE__ size_t;
typedef unsigned char byte;
typedef unsigned long long u64;
typedef unsigned __int128 u128;
typedef __int128 i128;

// MARK: Memory

// Blocks have sizes that are powers of two. A freed block is kept for the next request of its size, so the memory never
// grows beyond twice the largest amount that was in use. WebAssembly cannot give memory back.

typedef struct Block {
  struct Block *next;
} Block;

// Directly before the memory that a caller gets.
typedef struct {
  Block *block;
  unsigned size_class;
} Header;

enum { page = 65536, smallest_class = 5, classes = 31, out_of_memory = 12 };

extern byte __heap_base;

static Block *free_blocks[classes];
static byte *unused = 0, *memory_end = 0;

static Block *take_unused(size_t size) {
  if (!unused) {
    unused = (byte *)(((size_t)&__heap_base + 15) & ~(size_t)15);
    memory_end = (byte *)(__builtin_wasm_memory_size(0) * page);
  }
  if (size > (size_t)(memory_end - unused)) {
    size_t pages = (size - (size_t)(memory_end - unused) + page - 1) / page;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return 0;
    memory_end += pages * page;
  }
  Block *block = (Block *)unused;
  unused += size;
  return block;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment < 16) alignment = 16;
  size_t needed = size + sizeof(Header) + alignment;
  unsigned size_class = smallest_class;
  while (((size_t)1 << size_class) < needed) {
    if (++size_class == classes) return out_of_memory;
  }
  Block *block = free_blocks[size_class];
  if (block) {
    free_blocks[size_class] = block->next;
  } else if (!(block = take_unused((size_t)1 << size_class))) {
    return out_of_memory;
  }
  size_t address = ((size_t)block + sizeof(Header) + alignment - 1) & ~(alignment - 1);
  ((Header *)address)[-1] = (Header){block, size_class};
  *result = (void *)address;
  return 0;
}

void free(void *memory) {
  if (!memory) return;
  Header header = ((Header *)memory)[-1];
  header.block->next = free_blocks[header.size_class];
  free_blocks[header.size_class] = header.block;
}

int memcmp(const void *left, const void *right, size_t count) {
  const byte *a = left, *b = right;
  for (size_t i = 0; i < count; i++) {
    if (a[i] != b[i]) return a[i] - b[i];
  }
  return 0;
}

// MARK: Arithmetic

// The operators on 128-bit integers below are addition, subtraction, comparison, and shifts by constants. The compiler
// makes instructions of these, not calls to the functions that are defined here.

static u128 wide(u64 high, u64 low) { return (u128)high << 64 | low; }

u128 __ashlti3(u128 value, int shift) {
  u64 high = value >> 64, low = value;
  if (shift == 0) return value;
  if (shift >= 64) return wide(low << (shift - 64), 0);
  return wide(high << shift | low >> (64 - shift), low << shift);
}

u128 __lshrti3(u128 value, int shift) {
  u64 high = value >> 64, low = value;
  if (shift == 0) return value;
  if (shift >= 64) return high >> (shift - 64);
  return wide(high >> shift, low >> shift | high << (64 - shift));
}

u128 __multi3(u128 left, u128 right) {
  u64 a = (u64)left >> 32, b = (unsigned)left, c = (u64)right >> 32, d = (unsigned)right;
  u64 low = b * d;
  u64 middle = a * d + (low >> 32);
  u64 other = b * c + (unsigned)middle;
  u64 high = a * c + (middle >> 32) + (other >> 32);
  high += (u64)(left >> 64) * (u64)right + (u64)left * (u64)(right >> 64);
  return wide(high, other << 32 | (unsigned)low);
}

// Long division in digits of 32 bits, for divisors of one digit. Almost all divisors are a billion.
static u128 divide_by_digit(u128 dividend, unsigned divisor, u128 *rest) {
  u64 digits[] = {dividend >> 96, dividend >> 64, dividend >> 32, dividend};
  u64 remainder = 0;
  u128 quotient = 0;
  for (int i = 0; i < 4; i++) {
    u64 part = remainder << 32 | (unsigned)digits[i];
    quotient = quotient << 32 | part / divisor;
    remainder = part % divisor;
  }
  *rest = remainder;
  return quotient;
}

// Long division, one bit of the quotient at a time. `divisor` is not zero; Swift has checked that.
static u128 divide(u128 dividend, u128 divisor, u128 *rest) {
  if (divisor >> 32 == 0) return divide_by_digit(dividend, (unsigned)divisor, rest);
  u128 quotient = 0, remainder = 0;
  for (int bit = 0; bit < 128; bit++) {
    int carry = remainder >> 127;
    remainder = remainder << 1 | dividend >> 127;
    dividend <<= 1;
    quotient <<= 1;
    if (carry || remainder >= divisor) {
      remainder -= divisor;
      quotient |= 1;
    }
  }
  *rest = remainder;
  return quotient;
}

static u128 magnitude(i128 value) { return value < 0 ? -(u128)value : (u128)value; }

u128 __udivti3(u128 dividend, u128 divisor) {
  u128 rest;
  return divide(dividend, divisor, &rest);
}

u128 __umodti3(u128 dividend, u128 divisor) {
  u128 rest;
  divide(dividend, divisor, &rest);
  return rest;
}

i128 __divti3(i128 dividend, i128 divisor) {
  u128 rest, quotient = divide(magnitude(dividend), magnitude(divisor), &rest);
  return (dividend < 0) != (divisor < 0) ? -quotient : quotient;
}

i128 __modti3(i128 dividend, i128 divisor) {
  u128 rest;
  divide(magnitude(dividend), magnitude(divisor), &rest);
  return dividend < 0 ? -rest : rest;
}
