//! Patrol lint: what the numbers say about the motion before it is run.
