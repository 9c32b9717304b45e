"""The page: what Sleuth can do, a click away, served without any other host."""
