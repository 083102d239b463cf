# The commands everybody uses; hooks and CI call the same ones.

.PHONY: run demo test lint types imports check fmt rebuild messages

run:        ## serve the hall
	uv run manage.py hall

demo:       ## serve the made-up event
	uv run manage.py hall --demo

test:       ## the whole suite
	uv run pytest

lint:       ## style and mistakes
	uv run ruff check
	uv run ruff format --check

types:      ## mypy, strict
	uv run --group full mypy .

imports:    ## nobody looks upwards
	uv run lint-imports

check: lint types imports test

fmt:        ## put everything in order
	uv run ruff check --fix
	uv run ruff format

rebuild:    ## derive an event again and report differences: make rebuild EVENT=slug
	uv run manage.py rebuild_results $(EVENT)

messages:   ## gather and compile the catalogues
	uv run python .ci/catalogues.py
