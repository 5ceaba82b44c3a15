"""The resolved model as plain JSON, from which another engine can answer every question."""
