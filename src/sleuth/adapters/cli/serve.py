"""`sleuth serve`: the page and the JSON API."""

from __future__ import annotations

import gc
import socket
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from sleuth.adapters.cli import options
from sleuth.adapters.cli.screen import Screen
from sleuth.adapters.service.reach import addresses, is_loopback, page_address
from sleuth.core.errors import ParameterError
from sleuth.core.extras import extra


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any that is free.")] = 8080,
    public: Annotated[
        bool, typer.Option("--public", help="Allow an address that other machines can reach. There is no password.")
    ] = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    data: Annotated[Path | None, typer.Option(help="The folder that plays are kept in.")] = None,
    results: Annotated[
        Path, typer.Option(help="The folder with results of tournaments and of runs of the suite, to be shown.")
    ] = Path(),
    words: Annotated[
        list[str] | None, typer.Option("--words", metavar="NAME=FILE", help="Offer a list of words; may come again.")
    ] = None,
    games: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Offer every game in the Python files of this folder.")
    ] = None,
    json: options.Json = False,
) -> None:
    """Open the page: play, get help, watch, and look at games. The JSON API is under /api."""
    screen = Screen(json)
    if not is_loopback(host):
        if not public:
            raise ParameterError(
                f"{host} may be reached from other machines, and there is no password; say --public if that is wanted"
            )
        screen.say(f"Warning: anybody who can reach {host} can use this server. There is no password.", "bold")
    extra("web", "the page", "uvicorn", "fastapi", "jinja2", "segno")
    listening = listen(host, port)
    port = listening.getsockname()[1]
    from sleuth.adapters.service.files import allow_files
    from sleuth.adapters.service.worker import begin_ahead

    begin_ahead()
    allow_files()
    from sleuth.adapters.api.server import Server, configured
    from sleuth.adapters.service.service import Service
    from sleuth.adapters.web.app import build

    service = Service(data, results, offered=words or (), games=games)
    tell_games(screen, service.unknown_games, games)
    hosts = None if public else ["localhost", "127.0.0.1", "[::1]", host]
    reach = addresses(host, port)
    config = configured(
        build(service, hosts, reach), log_level="warning", timeout_keep_alive=65, timeout_graceful_shutdown=3
    )

    class PageServer(Server):
        """The server; when it is to stop, boards that wait for news are answered first."""

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            service.stop_waiting()
            super().handle_exit(sig, frame)

    server = PageServer(config)
    where = f"{page_address(host, port)}/"
    if json:
        screen.json({"url": where, "host": host, "port": port, "data": str(service.folder), "reach": reach})
    else:
        screen.show(f"Sleuth is at {where}")
        _invite(screen, reach)
        screen.say(f"Ctrl-C stops it. Plays are kept in {service.folder}.")
    if browser:
        _open(where)
    gc.freeze()  # what the start made stays
    gc.set_threshold(10_000, 10, 10)  # commands hardly look for garbage, which each connection leaves
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    finally:
        service.close()
        listening.close()
    screen.say("Stopped.")


def _invite(screen: Screen, reach: list[str]) -> None:
    """Tell how others in the network come here."""
    if not reach:
        return
    from sleuth.adapters.web.qr import qr_text

    screen.say("Others in your network open " + " or ".join(f"{one}/" for one in reach))
    if screen.err.is_terminal:
        screen.say(qr_text(f"{reach[0]}/"))


def tell_games(screen: Screen, wrong: list[str], folder: Path | None) -> None:
    """Which games of one's own are offered, and which files do not load."""
    from sleuth.app.own_games import offered_names

    if folder is not None:
        names = ", ".join(offered_names())
        screen.say(f"Own games from {folder}: {names or 'none'}. Changes are seen after a restart.")
    for line in wrong:
        screen.say(f"Warning: {line}", "bold")


def listen(host: str, port: int) -> socket.socket:
    """A socket on an address, or one clear line."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        if error.errno in (98, 48, 10048):  # taken: Linux, macOS, Windows
            raise ParameterError(f"port {port} is taken by another program; choose another with --port") from error
        raise ParameterError(f"cannot listen on {host}, port {port}: {error.strerror or error}") from error
    except OverflowError as error:
        raise ParameterError(f"{port} is no port") from error


def _open(where: str) -> None:
    """Open a browser, once the server had a moment to begin; where there is none, nothing happens."""
    import webbrowser
    from threading import Timer

    timer = Timer(1.0, lambda: webbrowser.open(where))
    timer.daemon = True
    timer.start()
