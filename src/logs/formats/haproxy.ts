import {
  byteCount,
  type ClientChooser,
  type LineParser,
  NO_USER_AGENT,
  normalHost,
  presentText,
} from '../log-entry.ts';
import { parseLocalTime } from './times.ts';

/** HAProxy's `option httplog` (https://docs.haproxy.org/3.0/configuration.html#8.2.3): the header fields of a request are in braces. */
const LINE =
  /^(\S+):\d+ \[(\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d)\.\d+\] \S+ \S+ [-+\d/]+ (\d{3}|-1) \+?(\d+) \S+ \S+ \S+ [+\d/]+ [\d/]+ (?:\{([^}]*)\} )?(?:\{[^}]*\} )?"([^"]*)"/;

/** Makes a parser. Which captured field is which is not logged: the form of each tells. The time is taken to be in UTC. */
export function createHaproxyParser(clientOf: ClientChooser): LineParser {
  return (line) => {
    const [, client = '', time = '', status = '', bytes = '', captured, request = ''] = LINE.exec(line) ?? [];
    if (request === '') return null;
    const fields = (captured ?? '').split('|');
    const userAgent = fields.find((field) => /^[\w.-]{2,100}\/\d|^Mozilla\b/.test(field));
    if (userAgent === undefined) return NO_USER_AGENT;
    const [method = '', target = ''] = request.split(' ');
    const host = fields.find((field) => /^[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?$/i.test(field) && /[a-z]/i.test(field));
    const forwarded = fields.find((field) => /^[\d.a-f:]{7,45}(?:, ?[\d.a-f:]{7,45})*$/i.test(field));
    return {
      time: parseLocalTime(`${time} +0000`),
      address: clientOf(client, forwarded ?? ''),
      host: normalHost(host ?? ''),
      method: presentText(method),
      target: presentText(target) ?? '',
      status: status === '-1' ? 0 : Number(status),
      bytes: byteCount(bytes),
      referer: presentText(fields.find((field) => /^https?:\/\//.test(field)) ?? ''),
      userAgent: presentText(userAgent),
    };
  };
}
