/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* plain.h - blocks of one word: what blocks.h wants to know, in plain C */
#define SISHEUR_LANES			1
#define SISHEUR_BLOCK			unsigned long
#define SISHEUR_WIDE_INLINE		SISHEUR_INLINE
#define SISHEUR_WIDE_HOT		SISHEUR_HOT
#define SISHEUR_WIDE_ENTRY		SISHEUR_COLD
#define SISHEUR_WIDE_PICK		SISHEUR_INLINE
#define SISHEUR_WIDE_OUTLINE		SISHEUR_NOINLINE
#define SISHEUR_READ(map, n, at, i, words, sure) \
	((sure) || (unsigned int)(i) < (words) ? \
		 sisheur_word_known(map, n, (at) + (unsigned int)(i)) : 0UL)
#define SISHEUR_READ_ROW(map, n, at, i, words, sure) \
	((sure) || (unsigned int)(i) < (words) ? \
		 sisheur_at_known(map, n, (at) + (unsigned int)(i)) : 0UL)
#define SISHEUR_BELOW(cpu, i)	sisheur_valid_bits(cpu, (unsigned int)(i))
#define SISHEUR_FILLED(block)	((block) != 0)
