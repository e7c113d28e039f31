"""Counts the requests of an access log of mixed formats, without any code of Citable.

Usage: recount.py FILE DOMAIN. Prints JSON: `lines` (by what became of them), `classes` (requests by class), and, of AI crawlers,
`days` (by day, crawler and status) and `paths` (by crawler and path), each with requests and bytes.
"""

import json
import re
import sys
from collections import Counter, defaultdict
from datetime import datetime, timezone
from urllib.parse import urlsplit

AI = ["GPTBot", "OAI-SearchBot", "ClaudeBot", "PerplexityBot"]
COMMON = re.compile(r'^(?:(\S+) )?(\S+) \S+ \S+ \[([^\]]+)\] "[A-Z]+ (\S+) [^"]*" (\d{3}) (\d+)(?: "([^"]*)" "([^"]*)")?$')
ALB = re.compile(r'^https \S+ \S+ \S+ \S+ \S+ \S+ \S+ (\d{3}) \S+ \d+ (\d+) "[A-Z]+ (\S+) [^"]*" "([^"]*)" ')
TORN, OTHER_HOST, NO_AGENT = "bad", "other hosts", "without user agent"


def from_json(row):
    """Returns host, time, target, status, bytes, referrer and user agent of one object."""
    if "citable" in row:
        return row["host"], row["time"] / 1000, row["path"], row["status"], row["bytes"], row["referrer"], row["user_agent"]
    if "httpRequest" in row:
        one = row["httpRequest"]
        return (None, iso(row["timestamp"]), one["requestUrl"], one["status"], one["responseSize"], one.get("referer", ""),
                one["userAgent"])
    if "proxy" in row:
        one = row["proxy"]
        return (one["host"], one["timestamp"] / 1000, one["path"], one["statusCode"], one["responseByteSize"], one["referer"],
                one["userAgent"][0])
    if "request" in row and isinstance(row["request"], dict):
        headers = row["request"]["headers"]
        return (row["request"]["host"], row["ts"], row["request"]["uri"], row["status"], row["size"],
                headers.get("Referer", [""])[0], headers["User-Agent"][0])
    if "RequestPath" in row:
        return (row["RequestHost"], iso(row["StartUTC"]), row["RequestPath"], row["DownstreamStatus"], row["DownstreamContentSize"],
                row["request_Referer"], row["request_User-Agent"])
    if "ClientRequestURI" in row:
        return (row["ClientRequestHost"], iso(row["EdgeStartTimestamp"]), row["ClientRequestURI"], row["EdgeResponseStatus"],
                row["EdgeResponseBytes"], row["ClientRequestReferer"], row["ClientRequestUserAgent"])
    if "log_type" in row:
        return (None, iso(row["timestamp"]), row["url"], row["status_code"], row["response_size"], row["referrer"], row["user_agent"])
    if "request_user_agent" in row:
        return (row["host"], iso(row["timestamp"]), row["url"], row["response_status"], row["response_body_size"],
                row["request_referer"], row["request_user_agent"])
    return (row["host"], iso(row["time_iso8601"]), row["request"].split(" ")[1], row["status"], row["body_bytes_sent"],
            row["http_referer"], row["http_user_agent"])


def iso(text):
    return datetime.fromisoformat(text).timestamp()


def from_text(line, columns):
    """Returns the same as from_json, or what is wrong with the line."""
    found = COMMON.match(line)
    if found:
        host, _, time, target, status, size, referrer, agent = found.groups()
        if agent is None:
            return NO_AGENT
        host = None if host is None else host.split(":")[0]
        return host, datetime.strptime(time, "%d/%b/%Y:%H:%M:%S %z").timestamp(), target, status, size, referrer, agent
    found = ALB.match(line)
    if found:
        status, size, target, agent = found.groups()
        return None, iso(line.split(" ")[1]), target, status, size, "", agent
    words = line.split(" ")
    if len(words) != len(columns):
        return TORN
    row = dict(zip(columns, words))
    time = iso(f'{row["date"]}T{row["time"]}Z')
    return (row["cs-host"], time, row["cs-uri-stem"], row["sc-status"], row["sc-bytes"], row["cs(Referer)"],
            row["cs(User-Agent)"].replace("+", " "))


def read(line, columns):
    if not line.startswith("{"):
        return from_text(line, columns)
    try:
        return from_json(json.loads(line))
    except ValueError:
        return TORN


def main(path, domain):
    lines, classes = Counter(), Counter()
    days, paths = defaultdict(lambda: [0, 0]), defaultdict(lambda: [0, 0])
    columns = []
    with open(path, encoding="latin-1", newline="\n") as file:
        for line in file:
            line = line.rstrip("\n")
            if line.startswith("#"):
                columns = line.split(" ")[1:] if line.startswith("#Fields:") else columns
                continue
            row = read(line, columns)
            if isinstance(row, str):
                lines[row] += 1
                continue
            host, time, target, status, size, referrer, agent = row
            url = urlsplit(target)
            host = host or url.hostname
            if host not in (None, domain, f"www.{domain}"):
                lines[OTHER_HOST] += 1
                continue
            lines["counted"] += 1
            crawler = next((name for name in AI if name in agent), None)
            if crawler is None:
                is_referral = urlsplit(referrer).hostname == "chatgpt.com"
                classes["traditional_bot" if "Googlebot" in agent else "ai_referral" if is_referral else "human"] += 1
                continue
            classes["ai_bot"] += 1
            day = datetime.fromtimestamp(time, timezone.utc).strftime("%Y-%m-%d")
            for sum_of in (days[f"{day} {crawler} {int(status)}"], paths[f"{crawler} {url.path}"]):
                sum_of[0] += 1
                sum_of[1] += int(size)
    json.dump({"lines": lines, "classes": classes, "days": days, "paths": paths}, sys.stdout)


main(*sys.argv[1:])
