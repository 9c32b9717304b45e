"""Rooms for programs: open one, join it, look at it, end its rounds. A key stands for who has it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import Field

from sleuth import app
from sleuth.adapters.api.requests import Body
from sleuth.adapters.service.limits import MAX_SPEC
from sleuth.adapters.service.person_store import MAX_TOKEN
from sleuth.adapters.service.room_codes import spoken_code
from sleuth.adapters.service.room_results import JoinResult, OpenResult, RoomResult
from sleuth.adapters.service.service import Service

router = APIRouter(prefix="/rooms", tags=["rooms"])
MAX_TEXT = 100
"""Signs in a name as it is sent; what is kept is shorter."""


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


TheService = Annotated[Service, Depends(_service)]
Code = Annotated[str, Path(min_length=1, max_length=40, description="As people say it, or as in the address.")]
Key = Annotated[str, Query(max_length=MAX_TOKEN, description="Of the owner, or of a member.")]


class OpenRoom(Body):
    """A room to be opened."""

    game: Annotated[str, Field(min_length=1, max_length=MAX_SPEC, examples=["mastermind"])]
    oracle: Annotated[str, Field(max_length=MAX_SPEC, description="Who answers; not one who evades.")] = ""
    hints: Annotated[bool, Field(description="Whether hints may be asked for; they are counted.")] = False


class JoinRoom(Body):
    """Who comes in."""

    name: Annotated[
        str, Field(max_length=MAX_TEXT, examples=["Otter"], description="On the board; not with a key.")
    ] = ""
    key: Annotated[str, Field(max_length=MAX_TOKEN, description="Of a member who comes back.")] = ""


class RoundAct(Body):
    """What is to be done with a round."""

    act: Literal["end", "answer", "next"]
    key: Annotated[str, Field(max_length=MAX_TOKEN, description="Of the owner.")]


@router.post("", status_code=201)
async def open_room(body: OpenRoom, service: TheService) -> OpenResult:
    """Open a room: the same secret for all who join. Who has its key may end rounds."""
    room = await service.rooms.open("", body.game, body.oracle, body.hints)
    return OpenResult(spoken_code(room.code), room.key, await service.rooms.board(room))


@router.get("/{code}")
async def look(
    code: Code,
    service: TheService,
    key: Key = "",
    after: Annotated[int, Query(ge=0, le=2**53, description="Wait up to 20 seconds for a higher version.")] = 0,
) -> RoomResult:
    """A room. Its members are told to the owner, and to a member who is done, or once the round is over."""
    rooms = service.rooms
    room = await rooms.find(code)
    if after and room.version <= after:
        await rooms.watch.after(room.id, after)
        room = await rooms.find(code)
    board = await rooms.board(room)
    person = await asyncio.to_thread(service.persons.known, key) if key else ""
    return board if await rooms.sees_board(room, person, key) else replace(board, members=[], standings=[])


@router.post("/{code}/join", status_code=201)
async def join(code: Code, body: JoinRoom, service: TheService) -> JoinResult:
    """Come in under a name, or back with a key; the play goes on under /api/plays."""
    room = await service.rooms.find(code)
    if not body.key:
        await service.rooms.check_name(room, body.name)
    key, person = await _person(service, body.key)
    play = await service.rooms.join(room, person, body.name)
    name = await service.rooms.name_in(room, person)
    return JoinResult(spoken_code(room.code), name, room.round, play, key)


async def _person(service: Service, key: str) -> tuple[str, str]:
    """Who joins: somebody new, or whoever a key stands for."""
    if key:
        person = await asyncio.to_thread(service.persons.known, key)
        if not person:
            raise app.MissingError("this key is nobody's; join without one")
        return key, person
    token = await asyncio.to_thread(service.persons.add)
    return token, await asyncio.to_thread(service.persons.known, token)


@router.post("/{code}/round")
async def act(code: Code, body: RoundAct, service: TheService) -> RoomResult:
    """End the round, show the answer, or begin the next round."""
    room = await service.rooms.find(code)
    if not await service.rooms.owns(room, "", body.key):
        raise app.ConflictError("only who opened the room may do that")
    return await service.rooms.board(await service.rooms.act(room, body.act))
