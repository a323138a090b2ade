# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Settings of the API reference; script/reference builds it.
project = "libsisheur"
author = "The libsisheur authors"
html_theme = "alabaster"
html_theme_options = {"page_width": "60em"}
html_show_copyright = False
primary_domain = "c"
highlight_language = "c"
