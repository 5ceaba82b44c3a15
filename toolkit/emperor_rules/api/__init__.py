"""The public interface: what ``import emperor_rules`` offers, built from the stages below it."""
