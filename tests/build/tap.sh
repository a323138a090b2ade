# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What the test scripts share: they speak TAP, as the C tests do.
tap_count=0
tap_failed=0

tap_ok()
{
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $*"
}

# tap_not_ok NAME WHY
tap_not_ok()
{
	tap_count=$((tap_count + 1))
	tap_failed=$((tap_failed + 1))
	echo "not ok $tap_count - $1"
	printf '%s\n' "$2" | sed 's/^/# /'
}

# tap_check NAME COMMAND...: a test that passes if the command succeeds.
tap_check()
{
	tap_name=$1
	shift
	if tap_output=$("$@" 2>&1 </dev/null); then
		tap_ok "$tap_name"
	else
		tap_not_ok "$tap_name" "failed: $*
$tap_output"
	fi
}

# tap_empty NAME COMMAND...: a test that passes if the command succeeds and
# prints nothing.
tap_empty()
{
	tap_name=$1
	shift
	if tap_output=$("$@" 2>&1 </dev/null) && [ -z "$tap_output" ]; then
		tap_ok "$tap_name"
	else
		tap_not_ok "$tap_name" "$*:
$tap_output"
	fi
}

# A tool that is not there is a failure: a skip would look like a pass.
tap_need()
{
	for tap_tool; do
		command -v "$tap_tool" >/dev/null ||
			tap_not_ok "$tap_tool is installed" \
				"not found; script/bootstrap installs it"
	done
}

tap_done()
{
	echo "1..$tap_count"
	[ "$tap_count" -gt 0 ] && [ "$tap_failed" -eq 0 ]
	exit
}
