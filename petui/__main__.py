"""`python -m petui` is the `petui` command."""

from petui.cli import main

main()
