/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sisheur/port.h - the one file that knows where it is being compiled
 *
 * Everything else in this library is the same text in the kernel, in a BPF
 * program and in user space.  An environment owes the library these names,
 * with these meanings, and nothing more:
 *
 *   bool, true, false, NULL
 *   SISHEUR_WORD_BITS              bits in an unsigned long, usable in #if
 *   unsigned long sisheur_load(p)  *p, read exactly once
 *   int sisheur_load_int(p)        the same for an int
 *   sisheur_store(p, w)            *p = w, written exactly once
 *   unsigned int sisheur_ctz(w)    index of the lowest set bit; w is not 0
 *   unsigned int sisheur_weight(w) number of set bits
 *   u64 sisheur_div64(n, d)        n / d of unsigned long long; d is not 0
 *   sisheur_call(f, ctx, cpu)      f(ctx, cpu); 0 where a program cannot call
 *                                  through a pointer
 *   sisheur_for(i, from, to)       a loop header: i takes from ... to - 1; the
 *                                  body neither changes i nor is i used after
 *   sisheur_at(table, n, i)        table[i] where i < n, else 0
 *   sisheur_at_known(table, n, i)  the same where i < n is known
 *   sisheur_word(map, n, i)        the same for a word of a map that others may
 *                                  be changing: read exactly once
 *   sisheur_word_known(map, n, i)  the same where i < n is known
 *   sisheur_put(map, n, i, w)      map[i] = w where i < n, for a map that
 *                                  others may be reading: written once
 *
 * The last seven have a plain C form below for whoever does not define them.
 *
 * An environment not listed below names a header of its own that provides
 * them, with -DSISHEUR_PORT='"my-port.h"'.
 *
 * Four switches come from whoever compiles the bodies.  SISHEUR_STATIC asks for
 * a private copy of every function (see SISHEUR_DEF below).  SISHEUR_DEBUG
 * turns the contracts that only a bad pointer can break into traps: with
 * lib/unity.h define it yourself, and build a library of your own for it with
 * meson setup -Dc_args=-DSISHEUR_DEBUG.  SISHEUR_VECTORS adds scans that take
 * several words at a time, for the processors that can (lib/vectors.h), and
 * SISHEUR_ONE_UNIT says that all bodies are compiled as one file and may be
 * compiled for the ladders that are known; the library is built with both.
 */
#ifndef SISHEUR_PORT_H
#define SISHEUR_PORT_H

#if defined(SISHEUR_PORT)

#include SISHEUR_PORT

#elif defined(__KERNEL__)

#include <linux/bitops.h>
#include <linux/bug.h>
#include <linux/compiler.h>
#include <linux/math64.h>
#include <linux/stddef.h>
#include <linux/types.h>

#define SISHEUR_WORD_BITS	BITS_PER_LONG

static inline unsigned long sisheur_load(const unsigned long *p)
{
	return READ_ONCE(*p);
}

static inline int sisheur_load_int(const int *p)
{
	return READ_ONCE(*p);
}

static inline void sisheur_store(unsigned long *p, unsigned long w)
{
	WRITE_ONCE(*p, w);
}

static inline unsigned int sisheur_ctz(unsigned long w)
{
	return (unsigned int)__ffs(w);
}

/*
 * Not __builtin_popcountl(): without a population count instruction the
 * compiler calls libgcc for it, and the kernel does not link libgcc.
 */
static inline unsigned int sisheur_weight(unsigned long w)
{
	return (unsigned int)hweight_long(w);
}

/* Not a plain division: on 32 bits it calls libgcc as well. */
static inline unsigned long long sisheur_div64(unsigned long long n,
					       unsigned long long d)
{
	return div64_u64(n, d);
}

#define SISHEUR_TRAP()		BUG()

#elif defined(__bpf__)

#ifndef __VMLINUX_H__	/* vmlinux.h has a bool of its own */
#include <stdbool.h>
#endif
#ifndef NULL
#define NULL ((void *)0)
#endif

/* What the verifier knows of an argument survives only static calls. */
#ifndef SISHEUR_STATIC
#define SISHEUR_STATIC
#endif

#define SISHEUR_WORD_BITS	64

/* 512 bytes for a whole chain of calls: no variable more than it takes. */
#define SISHEUR_SHORT_STACK

static inline unsigned long sisheur_load(const unsigned long *p)
{
	return *(const volatile unsigned long *)p;
}

static inline int sisheur_load_int(const int *p)
{
	return *(const volatile int *)p;
}

static inline void sisheur_store(unsigned long *p, unsigned long w)
{
	*(volatile unsigned long *)p = w;
}

/*
 * Not __builtin_popcountl(): clang 14 refuses to lower it for BPF at -O0 and
 * expands it to the same sums at -O2.
 */
static inline unsigned int sisheur_weight(unsigned long w)
{
	w -= (w >> 1) & 0x5555555555555555UL;
	w = (w & 0x3333333333333333UL) + ((w >> 2) & 0x3333333333333333UL);
	w = (w + (w >> 4)) & 0x0f0f0f0f0f0f0f0fUL;
	return (unsigned int)((w * 0x0101010101010101UL) >> 56);
}

/*
 * Not __builtin_ctzl(): clang learned it for BPF in version 19 and crashes
 * before.  There are as many bits below the lowest set one as its index.  The
 * empty asm hides the idiom: clang 16 turns it back into the instruction that
 * it lacks, and clang 14 miscompiles its variants without a word.
 */
static inline unsigned int sisheur_ctz(unsigned long w)
{
	unsigned long low = w & -w;

	__asm__("" : "+r"(low));
	return sisheur_weight(low - 1);
}

static inline unsigned long long sisheur_div64(unsigned long long n,
					       unsigned long long d)
{
	return n / d;
}

/* The verifier follows no pointer to a function. */
#define sisheur_call(f, ctx, cpu)	((void)(f), (void)(ctx), (void)(cpu), 0U)

/*
 * A loop the verifier need not unroll, where the includer's helpers have it.
 * Elsewhere a barrier at every turn: what the compiler would carry through the
 * loop in registers it does not have lands on a stack that is too small.
 */
#if defined(bpf_for)
#define sisheur_for(i, from, to)	bpf_for(i, from, to)
#else
#define sisheur_for(i, from, to) \
	for ((i) = (from); (i) < (to); ({ \
		(i)++; __asm__ volatile("" : : : "memory"); }))
#endif

/*
 * The barrier keeps the compiler from dropping the check as implied by the
 * loop bound: the verifier forgets what the compiler remembers.
 */
#define sisheur_at(table, n, i) \
({ \
	unsigned int sisheur_i = (i); \
	__asm__ volatile("" : "+r"(sisheur_i)); \
	sisheur_i < (n) ? *(const volatile __typeof__((table)[0] + 0) *) \
				&(table)[sisheur_i] : 0; \
})
#define sisheur_word(map, n, i)	sisheur_at(map, n, i)
#define sisheur_put(map, n, i, w) \
({ \
	unsigned int sisheur_i = (i); \
	__asm__ volatile("" : "+r"(sisheur_i)); \
	if (sisheur_i < (n)) \
		sisheur_store(&(map)[sisheur_i], w); \
})

#define SISHEUR_TRAP()		do { } while (0)

#else /* a hosted or freestanding C99 compiler with GNU builtins */

#include <stdbool.h>
#include <stddef.h>

/* Not ULONG_MAX: gcc's limits.h goes on into that of a libc. */
#if __SIZEOF_LONG__ == 4
#define SISHEUR_WORD_BITS	32
#else
#define SISHEUR_WORD_BITS	64
#endif

/* Not a volatile read: beside another thread's write that is a data race. */
static inline unsigned long sisheur_load(const unsigned long *p)
{
	return __atomic_load_n(p, __ATOMIC_RELAXED);
}

static inline int sisheur_load_int(const int *p)
{
	return __atomic_load_n(p, __ATOMIC_RELAXED);
}

static inline void sisheur_store(unsigned long *p, unsigned long w)
{
	__atomic_store_n(p, w, __ATOMIC_RELAXED);
}

/*
 * Where the target has no such instruction, the builtin is a call to libgcc,
 * which a freestanding object must not need.
 */
static inline unsigned int sisheur_weight(unsigned long w)
{
#if defined(__POPCNT__) || (defined(__aarch64__) && defined(__ARM_NEON))
	return (unsigned int)__builtin_popcountl(w);
#else
	const unsigned long ones = ~0UL;

	w -= (w >> 1) & (ones / 3);
	w = (w & (ones / 5)) + ((w >> 2) & (ones / 5));
	w = (w + (w >> 4)) & (ones / 17);
	return (unsigned int)((w * (ones / 255)) >> (SISHEUR_WORD_BITS - 8));
#endif
}

/* RISC-V has the instruction only with Zbb; elsewhere see sisheur_weight(). */
static inline unsigned int sisheur_ctz(unsigned long w)
{
#if defined(__riscv) && !defined(__riscv_zbb)
	return sisheur_weight((w & -w) - 1);
#else
	return (unsigned int)__builtin_ctzl(w);
#endif
}

static inline unsigned long long sisheur_div64(unsigned long long n,
					       unsigned long long d)
{
#if SISHEUR_WORD_BITS == 64
	return n / d;
#else
	/* On 32 bits that would be a call to libgcc. */
	unsigned long long quotient = 0, rest = 0;
	unsigned int bit;

	for (bit = 64; bit--;) {
		bool carry = rest >> 63;

		rest = rest << 1 | (n >> bit & 1);
		quotient <<= 1;
		if (carry || rest >= d) {
			rest -= d;
			quotient |= 1;
		}
	}
	return quotient;
#endif
}

#define SISHEUR_TRAP()		__builtin_trap()

/* Where a read by vectors is no read for the sanitizer, or there are none. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#undef SISHEUR_VECTORS
#endif
#endif
#if !defined(__x86_64__) || !defined(__LP64__) || defined(__SANITIZE_THREAD__)
#undef SISHEUR_VECTORS
#endif

#if defined(SISHEUR_VECTORS)
/* How many words does a vector of this processor hold? */
static inline unsigned int sisheur_widest(void)
{
	__builtin_cpu_init();
	/*
	 * Processors that have AVX-512 and not this part of it lower their
	 * clock where they use it.
	 */
	if (__builtin_cpu_supports("avx512vpopcntdq"))
		return 8;
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") ?
		       4 : 1;
}
#define sisheur_widest		sisheur_widest
#endif

#endif

/* log2 of the bits of a word, for what a shift does and a division does not. */
#if SISHEUR_WORD_BITS == 64
#define SISHEUR_WORD_SHIFT	6
#else
#define SISHEUR_WORD_SHIFT	5
#endif

#ifndef sisheur_for
#define sisheur_for(i, from, to)	for ((i) = (from); (i) < (to); (i)++)
#endif

#ifndef sisheur_call
#define sisheur_call(f, ctx, cpu)	((f)(ctx, cpu))
#endif

#ifndef sisheur_at
#define sisheur_at(table, n, i)	((i) < (n) ? (table)[i] : 0)
#endif

#ifndef sisheur_word
#define sisheur_word(map, n, i)	((i) < (n) ? sisheur_load(&(map)[i]) : 0UL)
#endif

/* BPF has to be shown even what is known. */
#if defined(__bpf__)
#define sisheur_at_known	sisheur_at
#define sisheur_word_known	sisheur_word
#endif

#ifndef sisheur_at_known
#define sisheur_at_known(table, n, i)	((void)(n), (table)[i])
#endif

#ifndef sisheur_word_known
#define sisheur_word_known(map, n, i)	((void)(n), sisheur_load(&(map)[i]))
#endif

#ifndef sisheur_widest
#define sisheur_widest()	1U
#endif

#ifndef sisheur_put
#define sisheur_put(map, n, i, w) \
	do { \
		if ((i) < (n)) \
			sisheur_store(&(map)[i], w); \
	} while (0)
#endif

/*
 * SISHEUR_DEF stands before every public declaration and definition, so that
 * one body can serve as a library symbol (the default) and, where the includer
 * defines SISHEUR_STATIC, as a private copy the compiler may inline.
 * SISHEUR_PRIVATE is the same for what several files of lib/ share and nobody
 * else may call.
 *
 * It is "static inline" and never a bare "inline": the kernel gives that word
 * its GNU 89 meaning, by which every including file emits a definition.
 *
 * SISHEUR_INLINE is for the small helpers of one file, SISHEUR_OUTLINE for one
 * that is too large to stand wherever it is called.  The first is always meant:
 * in BPF a helper that is not inlined cannot take or return a struct, and
 * elsewhere every frame saves registers again.  The second is meant in BPF,
 * where a scan that is inlined into a scan needs more than the 512 bytes of
 * stack there are.  SISHEUR_HOT is as the second in BPF and as the first
 * elsewhere: what must not be spilled where it is called is worth the copies.
 * SISHEUR_COLD is the other way round: for what would only make its caller save
 * registers.  SISHEUR_NOINLINE is for two that use the same stack, one after
 * the other.
 */
#define SISHEUR_NOINLINE	static __attribute__((__unused__, __noinline__))
#if defined(__CHECKER__)
/* sparse copies whatever is inline into its callers, and would not end. */
#define SISHEUR_INLINE	static __attribute__((__unused__))
#define SISHEUR_OUTLINE	static __attribute__((__unused__))
#define SISHEUR_HOT	SISHEUR_OUTLINE
#define SISHEUR_COLD	SISHEUR_NOINLINE
#elif defined(__bpf__)
#define SISHEUR_INLINE	static inline __attribute__((__always_inline__))
#define SISHEUR_OUTLINE	SISHEUR_NOINLINE
#define SISHEUR_HOT	SISHEUR_OUTLINE
#define SISHEUR_COLD	SISHEUR_INLINE
#else
#define SISHEUR_INLINE	static inline __attribute__((__always_inline__))
#define SISHEUR_OUTLINE	static inline __attribute__((__unused__))
#define SISHEUR_HOT	SISHEUR_INLINE
#define SISHEUR_COLD	SISHEUR_NOINLINE
#endif

#if defined(SISHEUR_STATIC)
#define SISHEUR_DEF	SISHEUR_OUTLINE
#define SISHEUR_PRIVATE	SISHEUR_OUTLINE
#elif defined(__KERNEL__)
#define SISHEUR_DEF
#define SISHEUR_PRIVATE
#else
#define SISHEUR_DEF	__attribute__((__visibility__("default")))
#define SISHEUR_PRIVATE	__attribute__((__visibility__("hidden")))
#endif

/* Before a loop that is worth a copy of its body for every turn. */
#if defined(SISHEUR_ONE_UNIT) && defined(__clang__)
#define SISHEUR_UNROLL	_Pragma("clang loop unroll(full)")
#elif defined(SISHEUR_ONE_UNIT)
#define SISHEUR_UNROLL	_Pragma("GCC unroll 16")
#else
#define SISHEUR_UNROLL
#endif

#if defined(SISHEUR_DEBUG)
#define SISHEUR_ASSERT(x)	do { if (!(x)) SISHEUR_TRAP(); } while (0)
#else
#define SISHEUR_ASSERT(x)	do { } while (0)
#endif

#endif /* SISHEUR_PORT_H */
