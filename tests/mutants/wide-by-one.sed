# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/pair.c
# rule: wide if the smaller count reaches the size of the domain
s/less >= llc_weight &&/less > llc_weight \&\&/
