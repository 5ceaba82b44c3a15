"""What changes between two snapshots of the rules: as written, and in the answers."""
