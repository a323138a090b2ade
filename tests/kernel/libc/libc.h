/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * libc.h - what tests of user space ask of a C library, inside a kernel
 *
 * The headers beside it are those that such tests include; all lead here.
 */
#ifndef SISHEUR_TESTS_KERNEL_LIBC_H
#define SISHEUR_TESTS_KERNEL_LIBC_H

#include <linux/bitmap.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/stdarg.h>
#include <linux/string.h>
#include <linux/types.h>
#include <linux/vmalloc.h>

#define CHAR_BIT	8

static inline void *malloc(size_t size)
{
	return kvmalloc(size, GFP_KERNEL);
}

static inline void *calloc(size_t n, size_t size)
{
	return kvcalloc(n, size, GFP_KERNEL);
}

static inline void free(void *memory)
{
	kvfree(memory);
}

/* Of a number that something follows, as in user space. */
#define strtoul(text, end, base)	simple_strtoul(text, end, base)

/* sched.h: glibc's set of CPUs is a bitmap of the kernel. */
#define CPU_SETSIZE	1024
struct sisheur_cpu_set {
	DECLARE_BITMAP(bits, CPU_SETSIZE);
};
#define cpu_set_t		struct sisheur_cpu_set
#define CPU_ZERO(set)		bitmap_zero((set)->bits, CPU_SETSIZE)
#define CPU_SET(cpu, set)	__set_bit(cpu, (set)->bits)

/*
 * sys/mman.h: memory of which some must not be touched.  Whoever does is found
 * out, as in user space: the page at the end of the address space is never
 * mapped, and behind an area of vmalloc() there is a guard page.
 */
#define PROT_NONE	0
#define PROT_READ	1
#define PROT_WRITE	2
#define MAP_PRIVATE	1
#define MAP_ANONYMOUS	2
#define MAP_FAILED	NULL

/* Half of it, then the guard page. */
static inline void *mmap(void *where, size_t size, int prot, int flags, int fd,
			 long offset)
{
	return prot == PROT_NONE ? (void *)-PAGE_SIZE : vzalloc(size / 2);
}

/* Only the upper half, which is so already. */
static inline int mprotect(void *memory, size_t size, int prot)
{
	return prot == PROT_NONE && !is_vmalloc_addr(memory) ? -1 : 0;
}

static inline int munmap(void *memory, size_t size)
{
	vfree(memory);
	return 0;
}

#endif /* SISHEUR_TESTS_KERNEL_LIBC_H */
