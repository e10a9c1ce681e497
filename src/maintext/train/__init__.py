"""What fits the shipped models. Nothing here is needed to extract."""
