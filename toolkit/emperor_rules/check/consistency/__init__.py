"""Whether texts contradict themselves, and whether related texts answer alike."""
