/**
 * Runs in every document before its own scripts. Takes away what could connect beside the proxy, and what the rendering of a text does
 * not need: a second bar, behind the settings of the browser.
 */
export const BEFORE_PAGE = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport', 'WebSocketStream', 'SharedWorker', 'open', 'print'])
  try { Object.defineProperty(globalThis, name, { value: undefined, writable: true, configurable: true }); } catch {}`;

/** Maximum number of elements, and of characters of HTML, of a page that is read. */
const MAX_ELEMENTS = 200_000;
const MAX_HTML = 3_000_000;
/** Maximum number of controls that are listed, and characters of their names. */
const MAX_CONTROLS = 60;
const MAX_NAME = 120;
/** Maximum number of controls that are pressed, of places that are hovered over, and of lines that one of them reveals. */
export const MAX_PRESSED = 12;
export const MAX_HOVERED = 8;
const MAX_LINES = 100;
const MAX_LINE = 400;

/** Fields that are filled in. */
const FIELDS = 'input:not([type=hidden],[type=submit],[type=button],[type=reset],[type=image]), select, textarea';
/** What is pressed or filled in. */
const CONTROLS = `a[href], button, summary, input:not([type=hidden]), select, textarea, [role=button], [role=tab], [role=menuitem], [role=link], [role=checkbox], [role=switch]`;
/** What shows more of a page without leading elsewhere. */
const FOLDS = `summary, [role=tab]:not([aria-selected=true]), [aria-expanded=false]:not(a[href], input, select)`;

/** Forms that declare a tool. Without a description, Chromium registers none. */
const TOOLS = 'form[toolname]:not([toolname=""])[tooldescription]:not([tooldescription=""])';

/** Text that is never shown. */
const NEVER_SHOWN = 'head, script, style, noscript, template, select, datalist, svg, title';
/** All nodes within one, those of open shadow roots after their host. */
const NODES = `const nodesIn = (root, found = []) => {
    const walker = document.createTreeWalker(root);
    while (walker.nextNode()) {
      found.push(walker.currentNode);
      if (walker.currentNode.shadowRoot) nodesIn(walker.currentNode.shadowRoot, found);
    }
    return found;
  };
  const elementsIn = (root) => nodesIn(root).filter((one) => one.nodeType === 1);
  const textsIn = (root) => nodesIn(root).filter((one) => one.nodeType === 3);`;

/** Measures a page: two equal results mean that it stands still. */
export const MEASURE = `(() => {
  const size = document.getElementsByTagName('*').length;
  if (size > ${MAX_ELEMENTS}) return size;
  ${NODES}
  return nodesIn(document).length + ':' + textsIn(document).reduce((sum, { length }) => sum + length, 0);
})()`;

/**
 * Returns the page as its scripts left it. Runs beside the scripts of the page, not among them, so that they cannot change what it calls.
 * Open shadow roots are written where they are shown: each in place of the content of its host, with the slotted content in the slots. The
 * page itself stays as it is: only an inert copy is written.
 */
export const READ_PAGE = `(() => {
  const size = document.getElementsByTagName('*').length;
  const page = { url: location.href, type: document.contentType };
  if (size > ${MAX_ELEMENTS}) return { ...page, html: null };
  ${NODES}
  const elements = elementsIn(document);
  const fields = elements.filter((one) => one.matches('${FIELDS}'));
  const some = (test) => fields.filter(test).length;
  const isTold = ({ autocomplete }) => autocomplete && !/^(on|off)$/.test(autocomplete);
  const controls = elements.filter((one) => one.matches('${CONTROLS}') && one.checkVisibility());
  const named = controls.slice(0, ${MAX_CONTROLS}).map((one) => ({ role: one.computedRole || one.localName,
    name: (one.computedName || '').slice(0, ${MAX_NAME}), autocomplete: isTold(one) ? one.autocomplete.slice(0, ${MAX_NAME}) : null }));
  const head = { ...page, forms: elements.filter(({ localName }) => localName === 'form').length, fields: fields.length,
    labelled: some((one) => one.labels?.length > 0 || one.ariaLabel || one.hasAttribute('aria-labelledby') || one.title),
    completed: some(isTold), tools: elements.filter((one) => one.matches('${TOOLS}')).length,
    controls: { count: controls.length, named } };
  const inert = document.implementation.createHTMLDocument('');
  const shown = (node) => {
    const copy = inert.importNode(node, node.localName === 'template');
    const given = node.localName === 'slot' ? node.assignedNodes() : [];
    for (const child of given.length > 0 ? given : (node.shadowRoot ?? node).childNodes)
      if (child.localName !== 'style' || child.getRootNode() === document) copy.append(shown(child));
    return copy;
  };
  const hasShadow = elements.some((one) => one.shadowRoot !== null);
  const root = document.documentElement;
  const html = '<!doctype html>' + (root && hasShadow ? shown(root) : root)?.outerHTML;
  return { ...head, html: html.length > ${MAX_HTML} ? null : html };
})()`;

/**
 * Returns a script that finds what shows more of a page: folds, tabs, and buttons outside forms that say so; and what may show more when it
 * is hovered over, which is what stands before or around text that is not shown. It returns how many there are of each. Links are never
 * pressed.
 *
 * @param more words of buttons that show more, such as `more`
 */
export function findFolds(more: readonly string[]): string {
  return `(() => {
  ${NODES}
  const more = ${JSON.stringify(more)};
  const saysMore = ({ textContent: text }) => text.length <= 40 && [text.trim(), ...text.split(/[^\\p{L}\\p{M}]+/u)].some((word) => more.includes(word.toLowerCase()));
  const elements = elementsIn(document);
  const folds = elements.filter((one) => one.matches('${FOLDS}'));
  const buttons = elements.filter((one) => one.matches('button, [role=button]:not(a[href])') && !folds.includes(one) && saysMore(one));
  const around = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  const isShown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && (one.localName !== 'details' || one.open);
  const texts = () => textsIn(document.body ?? document).filter((text) => text.nodeValue.trim() !== '' && around(text) !== null);
  const lines = () => texts().filter((text) => isShown(around(text))).map((text) => text.nodeValue.trim());
  const seen = new Set(lines());
  const newLines = () => [...new Set(lines())].filter((line) => !seen.has(line)).slice(0, ${MAX_LINES}).map((line) => line.slice(0, ${MAX_LINE}));
  const hovers = new Set();
  for (const text of texts()) {
    let top = around(text);
    if (isShown(top) || top.closest('${NEVER_SHOWN}')) continue;
    while (around(top) !== null && !isShown(around(top))) top = around(top);
    const before = top.previousElementSibling;
    const over = before !== null && isShown(before) && before.getClientRects().length > 0 ? before : around(top);
    if (over !== null && over !== document.body && over.localName !== 'details' && over.localName !== 'summary') hovers.add(over);
  }
  globalThis.folds = [...folds, ...buttons].filter((one) => one.localName === 'summary' || one.closest('form') === null);
  globalThis.hovers = [...hovers];
  globalThis.newLines = (isOver) => {
    const found = newLines();
    if (!isOver) for (const line of found) seen.add(line);
    return found;
  };
  return { folds: globalThis.folds.length, hovers: globalThis.hovers.length };
})()`;
}

/** Scrolls to the end of a page, where lists may go on. */
export const SCROLL = `scrollTo(0, document.documentElement.scrollHeight)`;

/** Returns a script that presses one of the folds as a person does. @param n its number */
export function pressFold(n: number): string {
  return `(() => {
  const fold = globalThis.folds[${n}];
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup'])
    fold.dispatchEvent(new (type.startsWith('p') ? PointerEvent : MouseEvent)(type, { bubbles: true, cancelable: true, composed: true }));
  fold.click();
})()`;
}

/** Returns a script that scrolls to what may be hovered over, and returns a point of it. @param n its number */
export function hoverPointScript(n: number): string {
  return `(() => {
  const one = globalThis.hovers[${n}];
  one.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x = 0, y = 0, width = 0, height = 0 } = one.getClientRects()[0] ?? {};
  return { x: x + width / 2, y: y + height / 2 };
})()`;
}

/** Returns the lines that a page shows now and did not show before. */
export const NEW_LINES = `({ url: location.href, lines: globalThis.newLines(false) })`;
/** Returns them while something is hovered over: they are new again without it. */
export const LINES_OVER = `({ url: location.href, lines: globalThis.newLines(true) })`;
