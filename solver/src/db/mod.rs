//! Layers on disk.
