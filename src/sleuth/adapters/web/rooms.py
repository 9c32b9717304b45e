"""Rooms: opened by one, joined by many on their phones, and a board of who is where."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import RedirectResponse, Response

from sleuth.adapters.service.limits import MAX_MEMBERS
from sleuth.adapters.service.reach import is_loopback
from sleuth.adapters.service.room_codes import spoken_code
from sleuth.adapters.service.room_results import RoomResult
from sleuth.adapters.service.room_store import Room
from sleuth.adapters.web.home import start_address
from sleuth.adapters.web.persons import Visitor, known_visitor, visitor
from sleuth.adapters.web.qr import qr_svg
from sleuth.adapters.web.site import Site, address, fields
from sleuth.app.catalogue import entry, picture, showcase
from sleuth.app.errors import ConflictError, MissingError
from sleuth.core.game_spec import is_table

PARTS = ("head", "leaders", "tiles")
MAX_FRAGMENTS = 300
"""Boards that a process keeps drawn."""
VIEWS = ("owner", "member", "playing", "done")
"""Who looks: the owner, a member at the board; a member at her play, while it goes on and after."""
CLOSED, MOVED = "closed", "moved"
"""What a member sees at the board while she may not, and at a play of an earlier round."""
MAX_DOTS = 12
"""Guesses that are drawn as dots; of more, the number alone is told."""


def register(app: FastAPI, site: Site) -> None:
    """The addresses of rooms."""
    service, rooms, fragments = site.service, site.service.rooms, Fragments(site)

    @app.get("/rooms")
    async def doors(request: Request, game: str = "", oracle: str = "") -> Response:
        here = await visitor(service, request)
        chosen = entry(game.partition(":")[0].partition("@")[0]) if game else None
        games = [
            (one, address("/rooms", game=one.presets.get("Classic", one.name)), picture(one.name))
            for one in showcase()
            if not is_table(one.name)
        ]
        return site.page(
            "rooms.html", "/", entry=chosen, spec=game, oracle=oracle, games=games,
            picture=picture(chosen.name) if chosen else "",
            change=address(start_address(chosen.name), game=game, oracle=oracle) if chosen else "",
            owned=[(room, spoken_code(room.code)) for room in await rooms.owned(here.person)],
            local=is_local(site, request),
        )  # fmt: skip

    @app.post("/rooms")
    async def enter(request: Request) -> Response:
        sent = await fields(request)
        if sent.get("act") == "find":
            room = await rooms.find(sent.get("code", ""))
            return site.go(f"/room/{room.code}")
        here = await known_visitor(service, request)
        hints = sent.get("hints") == "counted"
        room = await rooms.open(here.person, sent.get("game", ""), sent.get("oracle", ""), hints)
        return here.kept(site.go(f"/room/{room.code}"), request)

    @app.get("/room/{code}")
    async def look(code: str, request: Request, key: str = "") -> Response:
        room, here = await rooms.find(code), await visitor(service, request)
        if key:
            return await _adopted(site, room, key, request)
        if await rooms.owns(room, here.person):
            return await _board(site, room, here, request, owner=True)
        if not await rooms.name_in(room, here.person):
            return await _join_page(site, room)
        if not await rooms.sees_board(room, here.person):
            return RedirectResponse(f"/play/{await rooms.play(room, here.person)}", 303)
        return await _board(site, room, here, request, owner=False)

    @app.get("/room/{code}/join")
    async def join_page(code: str, request: Request) -> Response:
        room, here = await rooms.find(code), await visitor(service, request)
        if await rooms.name_in(room, here.person):
            return RedirectResponse(f"/room/{room.code}/play", 303)
        return await _join_page(site, room)

    @app.get("/room/{code}/play")
    async def play(code: str, request: Request) -> Response:
        room, here = await rooms.find(code), await visitor(service, request)
        if not await rooms.name_in(room, here.person):
            return RedirectResponse(f"/room/{room.code}/join", 303)
        return RedirectResponse(f"/play/{await rooms.play(room, here.person)}", 303)

    @app.post("/room/{code}")
    async def act(code: str, request: Request) -> Response:
        sent, room = await fields(request), await rooms.find(code)
        if sent.get("act") == "join":
            name = sent.get("name", "")
            if not await rooms.name_in(room, (await visitor(service, request)).person):
                await rooms.check_name(room, name)  # before anybody is made known
            here = await known_visitor(service, request)
            play = await rooms.join(room, here.person, name)
            return here.kept(site.go(f"/play/{play}"), request)
        here = await visitor(service, request)
        if not await rooms.owns(room, here.person):
            raise ConflictError("only who opened the room may do that")
        room = await rooms.act(room, sent.get("act", ""))
        return site.parts("room.html", *PARTS, **await board_values(site, room, "owner"))

    @app.get("/room/{code}/live")
    async def live(code: str, request: Request, after: int = 0, view: str = "member", round: int = 0) -> Response:
        """The parts of a board once they are newer; nothing where nothing has changed for a while."""
        room, here = await rooms.find(code), await visitor(service, request)
        if room.version <= after:
            await rooms.watch.after(room.id, after)
            room = await rooms.find(code)
        if room.version <= after:
            return Response(status_code=204, headers={"Cache-Control": "no-store"})
        if view not in VIEWS:
            raise MissingError("there is no such view of a room")
        if view == "owner" and not await rooms.owns(room, here.person):
            view = "member"  # she was forgotten in another window
        if view == "member" and not await rooms.sees_board(room, here.person):
            view = CLOSED
        if view in ("playing", "done") and round != room.round:
            view = MOVED
        return await fragments.response(room, view)


async def _adopted(site: Site, room: Room, key: str, request: Request) -> Response:
    """Somebody came with the owner's link; the address without the key is shown from then on."""
    rooms = site.service.rooms
    if not await rooms.owns(room, "", key):
        raise MissingError("this is not the link of the owner; ask for it again")
    here = await known_visitor(site.service, request)
    await rooms.adopt(room, here.person)
    return here.kept(RedirectResponse(f"/room/{room.code}", 303), request)


async def _join_page(site: Site, room: Room) -> Response:
    rooms = site.service.rooms
    return site.page(
        "join.html", "/", room=await rooms.board(room), code=room.code, suggested=await rooms.free_name(room),
        most=MAX_MEMBERS,
    )  # fmt: skip


async def _board(site: Site, room: Room, here: Visitor, request: Request, owner: bool) -> Response:
    rooms = site.service.rooms
    where = f"{base_address(site, request)}/room/{room.code}"
    progress = await rooms.progress(room, here.person)
    return site.page(
        "room.html", "/", **await board_values(site, room, "owner" if owner else "member"),
        where=where, qr=qr_svg(where, f"QR code of {where}"), me=await rooms.name_in(room, here.person),
        owner_link=f"{where}?key={room.key}" if owner else "", begun=progress is not None,
        local=is_local(site, request), now=time.time(),
    )  # fmt: skip


async def board_values(site: Site, room: Room, view: str) -> dict[str, Any]:
    """What the parts of a board are made of; the same for all who look alike."""
    board = await site.service.rooms.board(room)
    if view == CLOSED:
        board = replace(board, members=[], standings=[])
    return {"room": board, "code": room.code, "view": view, "most_dots": MAX_DOTS}


def is_local(site: Site, request: Request) -> bool:
    """Whether only this machine can join."""
    return not site.reach and is_loopback(request.url.hostname or "")


def base_address(site: Site, request: Request) -> str:
    """The address that others can use: as this browser called it, unless that is a name for the machine itself."""
    if is_loopback(request.url.hostname or "") and site.reach:
        return site.reach[0]
    return f"{request.url.scheme}://{request.url.netloc}"


class Fragments:
    """Parts of boards, made once for each version and kind of viewer, however many look."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._made: dict[tuple[int, str], tuple[int, asyncio.Task[bytes]]] = {}

    async def response(self, room: Room, view: str) -> Response:
        """The parts of a room for one kind of viewer."""
        version, making = self._made.pop((room.id, view), (0, None))
        if making is None or version < room.version or (making.done() and making.exception()):
            version, making = room.version, asyncio.create_task(self._body(room, view))
        self._made[room.id, view] = version, making
        while len(self._made) > MAX_FRAGMENTS:
            self._made.pop(next(iter(self._made)))
        headers = {"Cache-Control": "no-store", "X-Now": f"{time.time():.3f}"}
        return Response(await asyncio.shield(making), media_type="text/html; charset=utf-8", headers=headers)

    async def _body(self, room: Room, view: str) -> bytes:
        if view in ("playing", "done", MOVED):
            return banner(self.site, await self.site.service.rooms.board(room), room.code, view).encode()
        response = self.site.parts("room.html", *PARTS, **await board_values(self.site, room, view))
        return bytes(response.body)


def banner(site: Site, room: RoomResult, code: str, view: str) -> str:
    """The line above a play in a room."""
    return site.templates.get_template("banner.html").render(room=room, code=code, view=view)
