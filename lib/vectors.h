/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * vectors.h - blocks of as many words as a vector of an x86-64 processor holds
 *
 * Only where SISHEUR_VECTORS is defined (port.h).  Which width is used is
 * decided when a machine is built (struct sisheur_domains, lanes), from what
 * the processor says of itself.
 *
 * Each word is read once: a vector that was read is hidden from the compiler,
 * which would else be free to read it again.  Words beyond the end of a map are
 * masked out of the read, and no fault comes from them.
 *
 * Code that leaves the upper halves of the registers in use makes every SSE
 * instruction behind it wait: a hit takes six times as long, and no count of
 * instructions shows it.  gcc 12 sees to that, but not in a function that was
 * handed a vector (SISHEUR_LEAVE); tests/build/vectors.py looks at all of them.
 */
#include <immintrin.h>

/* The lowest CPU of a block at word @i whose words are laid out in @lay. */
SISHEUR_INLINE int sisheur_lowest_of(unsigned int i, unsigned int filled,
				     const unsigned long *lay)
{
	unsigned int lane = sisheur_ctz(filled);

	return (int)((i + lane) * SISHEUR_WORD_BITS + sisheur_ctz(lay[lane]));
}

SISHEUR_INLINE __attribute__((__target__("avx"))) void
sisheur_leave(unsigned int *filled)
{
	/* Not behind the instruction: what is made of a vector needs one. */
	__asm__ volatile("" : "+r"(*filled));
	_mm256_zeroupper();
}

/* eight words: AVX-512 ---------------------------------------------------- */

#define SISHEUR_EIGHT \
	__attribute__((__target__("avx512f,bmi,bmi2,popcnt")))

typedef unsigned long sisheur_eight __attribute__((__vector_size__(64)));

/* The block at word @i of a row of @words words. */
SISHEUR_INLINE SISHEUR_EIGHT sisheur_eight
sisheur_eight_read(const unsigned long *row, int i, unsigned int words,
		   bool sure)
{
	unsigned int lanes = _bzhi_u32(0xff, words - (unsigned int)i);
	__m512i w;

	if (!sure && (i >= (int)words || i <= -8))
		return (sisheur_eight)_mm512_setzero_si512();
	if (sure || i >= 0)
		w = _mm512_maskz_loadu_epi64((__mmask8)lanes, row + i);
	else	/* not from before the row: a fault masked out takes long */
		w = _mm512_maskz_expandloadu_epi64((__mmask8)(lanes & 0xff << -i),
						   row);
	__asm__("" : "+v"(w));
	return (sisheur_eight)w;
}

SISHEUR_INLINE SISHEUR_EIGHT sisheur_eight
sisheur_eight_below(unsigned int cpu, int i)
{
	const __m512i before = _mm512_set_epi64(448, 384, 320, 256, 192, 128,
						64, 0);
	const __m512i one = _mm512_set1_epi64(1);
	__m512i n = _mm512_set1_epi64((long long)cpu -
				      (long long)i * SISHEUR_WORD_BITS);

	/* A shift by 64 and more leaves nothing, and less one is all. */
	n = _mm512_max_epi64(_mm512_sub_epi64(n, before),
			     _mm512_setzero_si512());
	return (sisheur_eight)_mm512_sub_epi64(_mm512_sllv_epi64(one, n), one);
}

SISHEUR_INLINE SISHEUR_EIGHT unsigned int
sisheur_eight_filled(sisheur_eight w)
{
	return _mm512_test_epi64_mask((__m512i)w, (__m512i)w);
}

#define SISHEUR_LANES			8
#define SISHEUR_BLOCK			sisheur_eight
#define SISHEUR_WIDE(name)		sisheur_eight_ ## name
#define SISHEUR_WIDE_INLINE		SISHEUR_INLINE SISHEUR_EIGHT
#define SISHEUR_WIDE_HOT		SISHEUR_INLINE SISHEUR_EIGHT
#define SISHEUR_WIDE_NUMBERING(n)	(n)
#define SISHEUR_WIDE_ENTRY \
	static __attribute__((__noinline__)) SISHEUR_EIGHT
#define SISHEUR_WIDE_PICK		SISHEUR_WIDE_ENTRY
#define SISHEUR_WIDE_OUTLINE		SISHEUR_WIDE_ENTRY
#define SISHEUR_READ(map, n, at, i, words, sure) \
	sisheur_eight_read((map) + (at), i, words, sure)
#define SISHEUR_READ_ROW		SISHEUR_READ
#define SISHEUR_BELOW(cpu, i)		sisheur_eight_below(cpu, i)
#define SISHEUR_FILLED(block)		sisheur_eight_filled(block)
#define SISHEUR_LEAVE(filled)		sisheur_leave(&(filled))
#define SISHEUR_LAY(block, to) \
	_mm512_storeu_si512(to, (__m512i)(block))
#include "blocks.h"

/* four words: AVX2 -------------------------------------------------------- */

#define SISHEUR_FOUR \
	__attribute__((__target__("avx2,bmi,bmi2,popcnt")))

typedef unsigned long sisheur_four __attribute__((__vector_size__(32)));

SISHEUR_INLINE SISHEUR_FOUR sisheur_four
sisheur_four_read(const unsigned long *row, int i, unsigned int words,
		  bool sure)
{
	const __m256i lane = _mm256_set_epi64x(3, 2, 1, 0);
	const int end = (int)words;
	__m256i w, in;

	if (!sure && (i >= end || i <= -4))
		return (sisheur_four)_mm256_setzero_si256();
	if ((sure || i >= 0) && i + 4 <= end) {
		w = _mm256_loadu_si256((const __m256i *)(const void *)(row + i));
	} else {
		in = _mm256_cmpgt_epi64(_mm256_set1_epi64x(end - i), lane);
		in = _mm256_andnot_si256(
			_mm256_cmpgt_epi64(_mm256_set1_epi64x(-i), lane), in);
		w = _mm256_maskload_epi64((const long long *)(const void *)row +
					  i, in);
	}
	__asm__("" : "+x"(w));
	return (sisheur_four)w;
}

SISHEUR_INLINE SISHEUR_FOUR sisheur_four
sisheur_four_below(unsigned int cpu, int i)
{
	const __m256i before = _mm256_set_epi64x(192, 128, 64, 0);
	const __m256i one = _mm256_set1_epi64x(1);
	__m256i n = _mm256_set1_epi64x((long long)cpu -
				       (long long)i * SISHEUR_WORD_BITS);

	n = _mm256_sub_epi64(n, before);
	n = _mm256_and_si256(n, _mm256_cmpgt_epi64(n, _mm256_setzero_si256()));
	return (sisheur_four)_mm256_sub_epi64(_mm256_sllv_epi64(one, n), one);
}

SISHEUR_INLINE SISHEUR_FOUR unsigned int sisheur_four_filled(sisheur_four w)
{
	__m256i none = _mm256_cmpeq_epi64((__m256i)w, _mm256_setzero_si256());

	return 0xf & ~(unsigned int)_mm256_movemask_pd((__m256d)none);
}

#define SISHEUR_LANES			4
#define SISHEUR_BLOCK			sisheur_four
#define SISHEUR_WIDE(name)		sisheur_four_ ## name
#define SISHEUR_WIDE_INLINE		SISHEUR_INLINE SISHEUR_FOUR
#define SISHEUR_WIDE_HOT		SISHEUR_INLINE SISHEUR_FOUR
#define SISHEUR_WIDE_NUMBERING(n)	(n)
#define SISHEUR_WIDE_ENTRY \
	static __attribute__((__noinline__)) SISHEUR_FOUR
#define SISHEUR_WIDE_PICK		SISHEUR_WIDE_ENTRY
#define SISHEUR_WIDE_OUTLINE		SISHEUR_WIDE_ENTRY
#define SISHEUR_READ(map, n, at, i, words, sure) \
	sisheur_four_read((map) + (at), i, words, sure)
#define SISHEUR_READ_ROW		SISHEUR_READ
#define SISHEUR_BELOW(cpu, i)		sisheur_four_below(cpu, i)
#define SISHEUR_FILLED(block)		sisheur_four_filled(block)
#define SISHEUR_LEAVE(filled)		sisheur_leave(&(filled))
#define SISHEUR_LAY(block, to) \
	_mm256_storeu_si256((__m256i *)(void *)(to), (__m256i)(block))
#include "blocks.h"
