"""The queue, the store and the limits of a server: what the API and the page share."""
