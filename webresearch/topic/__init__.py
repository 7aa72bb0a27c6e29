"""The folder of one topic on disk: journal, pages, manifest."""
