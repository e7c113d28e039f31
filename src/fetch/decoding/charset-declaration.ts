const SPACE = '\t\n\f\r ';

/**
 * Finds the encoding label that an HTML document declares in a `<meta>` (WHATWG HTML, "prescan a byte stream to
 * determine its encoding").
 *
 * @param head the first 1024 bytes, one character each
 * @returns the label as written, or undefined
 */
export function metaCharset(head: string): string | undefined {
  let at = 0;
  for (;;) {
    at = head.indexOf('<', at);
    if (at === -1) return undefined;
    if (head.startsWith('<!--', at)) {
      // `<!-->` is a whole comment.
      const end = head.indexOf('-->', at + 2);
      if (end === -1) return undefined;
      at = end + 3;
    } else if (/^<meta[\t\n\f\r /]/i.test(head.slice(at, at + 6))) {
      const tag = attributesFrom(head, at + 5);
      if (tag.end >= head.length) return undefined;
      const label = labelOfMeta(tag.attributes);
      if (label !== undefined) return label;
      at = tag.end;
    } else if (/^<\/?[a-z]/i.test(head.slice(at, at + 3))) {
      while (at < head.length && !`${SPACE}>`.includes(head.charAt(at))) at++;
      at = attributesFrom(head, at).end;
    } else if (/^<[!/?]/.test(head.slice(at, at + 2))) {
      at = head.indexOf('>', at);
      if (at === -1) return undefined;
    } else {
      at++;
    }
  }
}

/** Finds the encoding label of an XML declaration (XML 1.0 §2.8, §4.3.3), given as {@link metaCharset} takes it. */
export function xmlCharset(head: string): string | undefined {
  const end = head.startsWith('<?xml') ? head.indexOf('>') : -1;
  return /[\t\n\r ]encoding[\t\n\r ]*=[\t\n\r ]*(["'])([a-z][\w.-]*)\1/i.exec(head.slice(0, Math.max(end, 0)))?.[2];
}

function labelOfMeta(attributes: ReadonlyMap<string, string>): string | undefined {
  const charset = attributes.get('charset');
  if (charset !== undefined) return charset;
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return undefined;
  const match =
    /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"'][^\t\n\f\r ;]*))/i.exec(
      attributes.get('content') ?? '',
    ) ?? [];
  return match[1] ?? match[2] ?? match[3];
}

/** Reads attributes up to the end of the tag; the first of a name counts (WHATWG HTML, "get an attribute"). */
function attributesFrom(head: string, start: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>();
  let at = start;
  const skip = (characters: string): void => {
    while (at < head.length && characters.includes(head.charAt(at))) at++;
  };
  const takeUntil = (characters: string): string => {
    const from = at;
    while (at < head.length && !characters.includes(head.charAt(at))) at++;
    return head.slice(from, at);
  };
  for (;;) {
    skip(`${SPACE}/`);
    if (at >= head.length || head[at] === '>') return { attributes, end: at };
    // An equals sign that begins a name is part of it.
    const first = head.charAt(at++);
    const name = (first + takeUntil(`${SPACE}/>=`)).toLowerCase();
    skip(SPACE);
    let value = '';
    if (head[at] === '=') {
      at++;
      skip(SPACE);
      const quote = head[at];
      if (quote === '"' || quote === "'") {
        at++;
        value = takeUntil(quote);
        at++;
      } else {
        value = takeUntil(`${SPACE}>`);
      }
    }
    if (!attributes.has(name)) attributes.set(name, value);
  }
}
