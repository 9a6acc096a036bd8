"""Gives requests that Schemathesis makes up the caller's login and things that exist.

Requests that are random throughout name things that do not exist, and hardly get past the first check. So identifiers
are taken from earlier answers, and bodies from those that made something here, with single fields exchanged.
"""

import copy
import json
import os
import random
import struct
import time
import zlib
from collections import defaultdict

import requests
import schemathesis

BASE = os.environ["BASE_URL"]
ROLE = os.environ["ROLE"]
PASSWORD = "hoi-dep-lam"
LOGINS = {"organiser": "lan@hoi.example", "member": "dung@hoi.example", "administrator": "admin@hoi.example"}
# The fields of answers for parameters of paths; other parameters are called `id` there.
NAMES = ("userId", "number", "token", "code", "width")
# These calls end objects that all other requests need, so they only get objects made for them.
ENDING = (
    "DELETE /event/{eventId}",
    "POST /event/{eventId}/cancel",
    "DELETE /group/{groupId}",
    "POST /group/{groupId}/archive",
    "POST /group/{groupId}/transfer",
    "PUT /users/{id}",
)
# Where the identifiers in a body stand.
FIELDS = {"ticketId": "tickets", "attendanceId": "attendances", "prizeId": "prizes", "ownerAttendanceId": "attendances"}
ACCOUNTS = ("userId", "userIds", "sellerId", "counterpartyId", "invitedBy", "substitute")
LIST = "Họ và tên,Email,Số điện thoại,Công ty\nTrần An,an{}@khach.example,0912345678,Sao\n"

with open("openapi.json") as file:
    REFUSALS = json.load(file)["components"]["responses"]

known = defaultdict(lambda: defaultdict(list))
examples = defaultdict(list)
ending = defaultdict(list)
tokens = {}
keys = {}
# The key of the role `program`.
api_key = []
addresses = iter(range(0x0A000001, 0xE0000000))


def picture():
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"".join(bytes((x * 2, y * 2, 90)) for x in range(100)) for y in range(100))
    header = struct.pack(">IIBBBBB", 100, 100, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(b"".join(rows))), chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def address():
    return ".".join(map(str, struct.pack(">I", next(addresses))))


def token(role):
    made, text = tokens.get(role, (0, None))
    if text is None or time.monotonic() - made > 600:
        login = {"email": LOGINS[role], "password": PASSWORD}
        answer = requests.post(f"{BASE}/auth/login", json=login, headers={"X-Forwarded-For": address()}, timeout=20)
        text = answer.json()["data"]["token"]["accessToken"]
        tokens[role] = (time.monotonic(), text)
    return text


def login_of(role):
    if role == "program":
        return {"Authorization": f"Bearer {api_key[0]}"}
    return {"Authorization": f"Bearer {token(role)}"} if role in LOGINS else {}


def remember(path, answer):
    """Keeps the identifiers in an answer to `path`; those in the lists of an answer as if the lists stood below it."""
    data = answer.get("data") if isinstance(answer, dict) else None
    items = {path: data if isinstance(data, list) else [data]}
    if isinstance(data, dict):
        items |= {f"{path}/{name}": value for name, value in data.items() if isinstance(value, list)}
        items[path] += data.get("items") or []
    for at, found in items.items():
        for item in found:
            item = item if isinstance(item, dict) else {}
            for name in (*NAMES, "id"):
                value = item.get(name, item.get("attendanceId") if name == "id" else None)
                if isinstance(value, (str, int)) and value not in known[at][name]:
                    known[at][name].append(value)
                    # The first ones are of the demo and remain.
                    del known[at][name][10:-10]


def call(role, method, path, body=None, of=None, headers=None, files=None):
    """Makes a call that must succeed. `of` is its path in the description, for which the body is an example."""
    headers = {"X-Forwarded-For": address(), **login_of(role), **(headers or {})}
    answer = requests.request(method, BASE + path, json=body, headers=headers, files=files, timeout=20)
    assert answer.ok, f"{method} {path}: {answer.status_code} {answer.text}"
    if of:
        examples[f"{method} {of}"].append(body)
    if answer.headers["content-type"].startswith("application/json"):
        remember(path.partition("?")[0], answer.json())
        return answer.json()["data"]
    return None


def day(number):
    return time.strftime("%Y-%m-%dT02:00:00Z", time.gmtime(time.time() + number * 86400))


def upload(role, purpose):
    form = {"purpose": (None, purpose), "file": ("a.png", picture(), "image/png")}
    return call(role, "POST", "/upload", files=form)["url"]


def register(event):
    at = f"/event/{event}"
    form = call("visitor", "GET", f"{at}/public")["eventForm"]
    chosen = [question for question in form["scheme"] if question["choices"]]
    answers = [{"questionId": question["id"], "answer": question["choices"][:1]} for question in chosen]
    visitor = {
        "fullName": "Trần Thị An",
        "email": f"an.{random.randrange(10**9)}@khach.example",
        "phone": "0912345678",
        "company": "Sao",
        "ticketId": known[f"{at}/tickets"]["id"][0],
        "paymentMethod": "BANK_TRANSFER",
        "answers": answers,
        "consent": True,
    }
    confirmation = call("visitor", "POST", f"{at}/register", visitor, "/event/{eventId}/register")
    keys["X-Registration-Key"] = confirmation["ownKey"]


def fill_event(at):
    """Puts something of every kind below an event."""
    call("organiser", "GET", f"{at}/tickets")
    ticket = known[f"{at}/tickets"]["id"][0]
    more = {"name": "Vé VIP", "price": 9000, "quantity": 9}
    call("organiser", "POST", f"{at}/tickets", more, "/event/{eventId}/tickets")
    page = {
        "speakers": [{"id": "0198c5a1-7c00-7000-8000-000000000001", "name": "Lê Hương", "role": None, "bio": "Gốm"}],
        "programme": [{"start": "09:00", "end": None, "title": "Khai mạc", "note": None, "speakers": []}],
        "questions": [{"question": "Gửi xe?", "answer": "Có"}],
        "sponsors": [{"name": "Gốm"}],
        "version": 0,
    }
    call("organiser", "PUT", f"{at}/page", page, "/event/{eventId}/page")
    for number in range(12):
        person = {"fullName": "Lê Văn Bình", "email": f"b{number}@khach.example", "phone": "0912345678"}
        person |= {"company": "Sao", "ticketId": ticket, "paymentMethod": "BANK_TRANSFER", "paymentStatus": "unpaid", "sendMail": False}
        call("organiser", "POST", f"{at}/attendances", person, "/event/{eventId}/attendances")
    people = known[f"{at}/attendances"]["id"]
    examples["PUT /event/{eventId}/attendances/{id}"].append({"fullName": "Lê Văn Bình", "phone": "0912345678"})
    for person in people[:3]:
        paid, of = {"amount": 250000}, "/event/{eventId}/attendances/{id}/payments"
        call("organiser", "POST", f"{at}/attendances/{person}/payments", paid, of)
    invoice = {"buyer": "person", "name": "Lê Văn Bình", "address": "Quận 1", "email": "b@khach.example"}
    of = "/event/{eventId}/attendances/{id}/invoice"
    call("organiser", "PUT", f"{at}/attendances/{people[0]}/invoice", invoice, of)
    examples["PUT /event/{eventId}/registration/invoice"].append(invoice)
    bulk = {"action": "markPaid", "ids": people[3:5]}
    call("organiser", "POST", f"{at}/attendances/bulk", bulk, "/event/{eventId}/attendances/bulk")
    # A removed participant who has paid is owed the money.
    call("organiser", "DELETE", f"{at}/attendances", {"ids": people[1:2]}, "/event/{eventId}/attendances")
    call("organiser", "GET", f"{at}/refunds")
    examples["PUT /event/{eventId}/refunds/{id}"].append({"amount": 1000})
    scan = {"eventId": at.split("/")[2], "attendanceId": people[0], "checkedIn": True}
    examples["POST /event/checkin"].append(scan)
    codes = {"count": 5, "ticketId": ticket, "participationType": "VIP", "maxUses": 2}
    call("organiser", "POST", f"{at}/invitation-codes", codes, "/event/{eventId}/invitation-codes")
    call("organiser", "GET", f"{at}/invitation-codes")
    known[f"{at}/invitation"]["code"] = known[f"{at}/invitation-codes"]["code"]
    for serves in (True, False, False):
        key = {"label": "Cửa chính", "servesGuests": serves}
        made = call("organiser", "POST", f"{at}/checkin-keys", key, "/event/{eventId}/checkin-keys")
        keys.setdefault("X-Checkin-Key", made["key"])
    known[f"{at}/checkin-keys"]["id"].pop(0)
    letter = {"subject": "Nhắc lịch", "content": "<p>Hẹn gặp {{fullName}}</p>", "segment": {"kind": "all"}}
    for _ in range(3):
        call("organiser", "POST", f"{at}/messages", letter, "/event/{eventId}/messages")
    draw = {"source": "all", "excludeWinners": True, "prizes": [{"name": "Xe đạp", "quantity": 9}], "isOpen": True}
    call("organiser", "PUT", f"{at}/lucky-draw", draw, "/event/{eventId}/lucky-draw")
    call("organiser", "GET", f"{at}/lucky-draw/settings")
    known[f"{at}/prizes"] = known[f"{at}/lucky-draw/settings/prizes"]
    drawn = {"prizeId": known[f"{at}/prizes"]["id"][0]}
    call("organiser", "POST", f"{at}/lucky-draw/draw", drawn, "/event/{eventId}/lucky-draw/draw")
    call("organiser", "GET", f"{at}/lucky-draw")


def fill_group(at, me):
    """Puts something of every kind into a group of the organiser and the member."""
    for text in ("Chào cả nhà", "Tìm đối tác"):
        said = {"text": text, "images": []}
        post = call("member", "POST", f"{at}/post", said, "/group/{groupId}/post")["id"]
        examples["PUT /group/{groupId}/post/{postId}"].append(said)
        said, of = {"text": "Hay quá"}, "/group/{groupId}/post/{postId}/comment"
        comment = call("member", "POST", f"{at}/post/{post}/comment", said, of)["id"]
        reason, of = {"reason": "Quảng cáo"}, "/group/{groupId}/post/{postId}/report"
        call("organiser", "POST", f"{at}/post/{post}/report", reason, of)
        of = "/group/{groupId}/post/{postId}/comment/{id}/report"
        call("organiser", "POST", f"{at}/post/{post}/comment/{comment}/report", reason, of)
    deal = {"sellerId": me["member"], "counterpartyId": me["organiser"], "roleType": "buyer", "value": 5000000}
    deal |= {"dealDate": day(0)[:10], "force": True}
    for _ in range(3):
        call("member", "POST", f"{at}/point", deal, "/group/{groupId}/point")
    link = call("organiser", "POST", f"{at}/join-link")
    known["/group/join"]["token"].append(link["url"].rsplit("/", 1)[1])
    hours = {"startTime": "07:00", "endTime": "08:00", "venueAddress": "Quận 1"}
    series = hours | {"title": "Họp", "days": [day(9)[:10], day(16)[:10]]}
    call("organiser", "POST", f"{at}/series", series, "/group/{groupId}/series")
    examples["PUT /group/{groupId}/series/{id}"].append(hours)
    guest = {"fullName": "Trần Minh", "phone": "0912345678", "email": "minh@khach.example", "company": "Sao"}
    examples["POST /group/{groupId}/event/{eventId}/roll-call/guest"].append(guest)
    examples["PUT /group/{groupId}/event/{eventId}/roll-call/{userId}"].append({"mark": "present"})
    people = {"people": [{"email": "moi@khach.example"}], "role": "member"}
    examples["POST /group/{groupId}/invitation/email"].append(people)
    for path in ("member", "post", "point", "series", "event", "join-request", "report"):
        call("organiser", "GET", f"{at}/{path}")


def prepare():
    """Makes something of every kind, and much of it in a cancelled event and an archived group, too."""
    me = {role: call(role, "GET", "/users/me")["id"] for role in LOGINS}
    call("administrator", "GET", "/users?limit=100")
    others = [id for id in known["/users"]["id"] if id not in me.values()]
    event = {
        "title": "Ngày hội",
        "description": "<p>Chào bạn</p>",
        "totalParticipants": 100,
        "openRegistrationDate": day(-2),
        "closeRegistrationDate": day(5),
        "eventStartDate": day(6),
        "endDate": day(7),
        "venueAddress": "Quận 1",
        "logo": upload("organiser", "eventLogo"),
        "coverImage": upload("organiser", "eventCover"),
        "backgroundColor": "#0e7c66",
        "turnOffPayment": False,
        "accountNumber": "0123456789",
        "accountHolderName": "NGUYEN NGOC LAN",
        "bankName": "Vietcombank",
        "bankBin": "970436",
        "paymentEmailContent": "<p>Chào {{fullName}}</p>",
        "sendEmailAfterRegister": True,
        "registerEmailContent": "<p>Chào {{fullName}}</p>",
        "offersInvoices": True,
        "eventForm": {
            "scheme": [
                {"question": "Ngành?", "required": "", "type": "ONE_CHOICE", "choices": ["A", "B"], "id": ""},
                {"question": "Phiên?", "required": "true", "type": "MULTIPLE_CHOICE", "choices": ["A", "B"], "id": ""},
                {"question": "Ảnh?", "required": "", "type": "IMAGE", "choices": [], "id": ""},
            ]
        },
        "tickets": [
            {"name": "Vé thường", "description": "", "price": 250000, "quantity": 50},
            {"name": "Vé mời", "description": "", "price": 0, "quantity": -1},
        ],
    }
    made = [call("organiser", "POST", "/event", event, "/event")["id"] for _ in range(40)]
    here, cancelled, ending["eventId"] = made[0], made[1], made[2:]
    examples["PUT /event/{eventId}"].append(event)
    fill_event(f"/event/{here}")
    register(here)
    fill_event(f"/event/{cancelled}")
    call("organiser", "POST", f"/event/{cancelled}/cancel", {"reason": "Bão"})
    known["/event"]["id"] = [here, here, here, cancelled]
    rights = ["events:read", "guests:read", "guests:write", "checkin:write", "money:read"]
    new = {"name": "Máy in thẻ", "rights": rights, "password": PASSWORD}
    api_key.append(call("organiser", "POST", "/users/me/api-keys", new, "/users/me/api-keys")["secret"])
    known["/v1/events"] = known["/event"]
    for at in (here, cancelled):
        known[f"/v1/events/{at}/participants"] = known[f"/event/{at}/attendances"]
    draft = {"title": "Nháp", "content": {"title": "Nháp"}}
    call("organiser", "POST", "/event-draft", draft, "/event-draft")
    bank = {"bankName": "Vietcombank", "bankBin": "970436", "accountNumber": "9876543210", "holderName": "LAN"}
    account = call("organiser", "POST", "/bank-accounts", bank, "/bank-accounts")["id"]
    connection = {"service": "sepay", "key": "khoa-cua-sepay-1234567890"}
    call("organiser", "PUT", f"/bank-accounts/{account}/connection", connection, "/bank-accounts/{id}/connection")
    call("organiser", "POST", f"/bank-accounts/{account}/test")
    call("organiser", "GET", f"/bank-accounts/{account}/deliveries")

    avatar = upload("administrator", "groupAvatar")
    group = {"ownerId": me["organiser"], "avatar": avatar, "description": "Họp hằng tuần", "foundedDate": "2024-03-12"}
    group |= {"postApproval": "none", "joinPolicy": "request", "isListed": True}
    made = []
    for number in range(20):
        group["name"] = f"Hội Doanh nhân {number}"
        made.append(call("administrator", "POST", "/group", dict(group), "/group")["id"])
    here, archived, ending["groupId"] = made[0], made[1], made[2:]
    for at in (f"/group/{here}", f"/group/{archived}"):
        members = {"userIds": [me["member"], others[0]], "role": "member"}
        call("organiser", "POST", f"{at}/member", members, "/group/{groupId}/member")
        fill_group(at, me)
    call("organiser", "POST", f"/group/{archived}/archive")
    known["/group"]["id"] = [here, here, here, archived]
    plan = {"baseName": "Gói năm", "price": 100, "startDate": day(-1)[:10], "expirationDate": day(99)[:10]}
    plan |= {"duration": 12, "numberOfPackages": 50, "eventItem": {"numberOfEvents": 5, "attendeesPerEvent": 100}}
    plan |= {"groupItem": {"numberOfGroups": 2, "usersPerGroup": 50, "hasReport": True}}
    at = "/plan/" + call("administrator", "POST", "/plan", plan, "/plan")["id"] + "/users"
    call("administrator", "POST", at, {"userIds": others[:2]}, "/plan/{planId}/users")
    call("administrator", "GET", at)
    for path in ("/system/jobs", "/notification", "/users/me/sessions"):
        call("administrator", "GET", path)
    for picture in known["/upload"]["id"]:
        known[f"/upload/{picture}"]["width"] = [480, 960]
    examples["POST /auth/login"].append({"email": LOGINS["member"], "password": PASSWORD})
    known["/users"]["id"] = others
    ending["id"] = others


def chosen(random, path, name):
    """An identifier that an answer of `path`, or of a path above it, has named."""
    while path:
        if values := known[path].get(name):
            return random.choice(values)
        path = path.rpartition("/")[0]
    return None


def fill_path(random, case):
    operation, path = f"{case.method.upper()} {case.path}", ""
    for part in case.path.strip("/").split("/"):
        if part.startswith("{"):
            name = part.strip("{}")
            values = known[path][name if name in NAMES else "id"]
            if operation in ENDING and name in ending:
                values = ending[name]
            if values and random.random() < 0.85:
                case.path_parameters[name] = random.choice(values)
            part = str(case.path_parameters.get(name))
        path += f"/{part}"
    return path


def fill_body(random, path, value):
    """Exchanges identifiers in a body for those of things that exist."""
    if not isinstance(value, dict):
        return
    for name, old in value.items():
        new = None
        if name in FIELDS:
            new = chosen(random, "/".join([*path.split("/")[:3], FIELDS[name]]), "id")
        elif name in ACCOUNTS:
            new = chosen(random, "/users", "id")
        elif name in ("ids", "id"):
            new = chosen(random, path, "id")
        elif name == "eventId":
            new = chosen(random, "/event", "id")
        if new is None or random.random() < 0.3:
            fill_body(random, path, old)
        else:
            value[name] = [new] if isinstance(old, list) else new


@schemathesis.hook
def before_call(context, case, kwargs):
    operation = f"{case.method.upper()} {case.path}"
    # The same request gets the same again, as far as nothing else has happened.
    choose = random.Random(f"{case.path_parameters}{case.query}{case.body}")
    if case.path_parameters:
        path = fill_path(choose, case)
    else:
        path = case.path
    body = case.body if isinstance(case.body, dict) else {}
    if examples[operation] and choose.random() < 0.6:
        example = copy.deepcopy(choose.choice(examples[operation]))
        fields = [name for name, value in body.items() if not isinstance(value, bytes)]
        if fields and choose.random() < 0.7:
            name = choose.choice(fields)
            example[name] = body[name]
        case.body = body = example
    fill_body(choose, path, body)
    if case.media_type == "multipart/form-data" and "file" in body and choose.random() < 0.7:
        case.body["file"] = choose.choice([picture(), LIST.format(choose.random()).encode()])
    case.headers["X-Forwarded-For"] = address()
    case.headers.update(login_of(ROLE))
    for name, key in keys.items():
        if ROLE == "device" or (name == "X-Registration-Key" and choose.random() < 0.7):
            case.headers[name] = key


@schemathesis.check
def described_code(context, response, case):
    """A refusal has a code that the description names for its status."""
    responses, status = case.operation.definition.raw["responses"], str(response.status_code)
    described = responses.get(status, responses["default"]).get("$ref", "")
    if "/Refused" in described:
        text = REFUSALS[described.rpartition("/")[2]]["description"]
        if status not in responses:
            # The default names its statuses: "401: 5018 …; 403: 5016 …".
            text = dict(part.split(": ") for part in text.split("; ")).get(status)
            assert text, f"status {status} is not described"
        code = response.json().get("code")
        assert str(code) in text, f"code {code} of status {status} is not described"


@schemathesis.hook
def after_call(context, case, response):
    operation = f"{case.method.upper()} {case.path}"
    if response.status_code == 401:
        # The session may have been ended by a call.
        tokens.pop(ROLE, None)
    elif response.status_code < 300 and response.headers.get("content-type", [""])[0].startswith("application/json"):
        remember(case.formatted_path.removeprefix("/api"), response.json())
    if operation == "DELETE /event/{eventId}/registration" and response.status_code == 200:
        register(known["/event"]["id"][0])


prepare()
