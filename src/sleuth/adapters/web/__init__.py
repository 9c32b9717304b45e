"""The page: what Sleuth can do, a click away. Made with NiceGUI, and served without any other host."""
