"""Many tables at once: what a full hall does to a running server."""
