import type { Socket } from 'node:net';

export interface ServiceResponse {
  /** Three digits. */
  readonly status: string;
  /** The status line and the header fields. */
  readonly head: string;
}

const END_OF_CHUNKS = '\r\n0\r\n\r\n';

/** Reads the responses of a connection in order, and reports each with its last byte. Drops the bodies. */
export function readResponses(socket: Socket, onResponse: (response: ServiceResponse) => void): void {
  let head = '';
  let response: ServiceResponse | null = null;
  /** Missing bytes of the body; null for a chunked body. */
  let missing: number | null = 0;
  let tail = '';
  const end = () => {
    const whole = response;
    response = null;
    head = '';
    tail = '';
    if (whole !== null) onResponse(whole);
  };
  socket.on('data', (chunk: Buffer) => {
    let body = chunk;
    if (response === null) {
      head += chunk.toString('latin1');
      const at = head.indexOf('\r\n\r\n');
      if (at < 0) return;
      // Includes the last line break, by which the end of an empty chunked body is recognized.
      body = Buffer.from(head.slice(at + 2), 'latin1');
      head = head.slice(0, at + 2);
      response = { status: head.slice(9, 12), head };
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head);
      missing = isChunked ? null : 2 + Number(length ?? 0);
    }
    if (missing === null) {
      tail = (tail + body.subarray(-END_OF_CHUNKS.length).toString('latin1')).slice(-END_OF_CHUNKS.length);
      if (tail === END_OF_CHUNKS) end();
    } else {
      missing -= body.length;
      if (missing <= 0) end();
    }
  });
}
