"""What the page and the JSON API do, without either: requests in, plain answers out."""
