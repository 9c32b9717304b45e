"""Published results beside ours, paper by paper."""
