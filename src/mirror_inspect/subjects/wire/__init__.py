"""Simulated subjects behind loopback servers that speak the HTTP formats of real model providers."""
