"""The site under faults and under load: sizes by `SOAK`, figures in one table, `make soak` for the release size."""
