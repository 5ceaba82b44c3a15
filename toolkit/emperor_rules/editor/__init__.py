"""The language server: what editors ask while rule files are written, answered from the layers below."""
