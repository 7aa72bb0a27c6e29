"""The use cases, one a file; the only room that joins the stages."""
