"""`python -m petui` is the `petui` command."""

from petui.start import main

main()
