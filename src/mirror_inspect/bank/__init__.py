"""The item bank: families of generated items, text-only solvers that re-derive every gold, building and loading."""
