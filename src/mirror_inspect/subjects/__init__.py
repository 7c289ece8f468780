"""Simulated subjects: the psychometric model, the personas, their replies, and the Inspect provider that plays them."""
