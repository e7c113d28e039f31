/** Pages that take time, memory or connections without end. */
export const HOSTILE_PAGES: readonly { readonly name: string; readonly html: string }[] = [
  { name: 'a script without end', html: '<script>for (;;) {}</script>' },
  { name: 'promises without end', html: '<script>const f = () => Promise.resolve().then(f); f()</script>' },
  { name: 'timers without end', html: '<script>setInterval(() => document.body.append("x"), 0)</script>' },
  { name: 'workers without end', html: '<script>for (;;) new Worker("data:,for(;;);")</script>' },
  { name: 'alerts without end', html: '<script>for (;;) alert(1)</script>' },
  { name: 'questions before it is left', html: '<script>onbeforeunload = () => false; for (;;) confirm(1)</script>' },
  {
    name: 'ten million elements',
    html: '<script>for (let i = 0; i < 1e7; i++) document.body.append(document.createElement("p"))</script>',
  },
  { name: 'a text of 500 MB', html: '<script>document.body.append("x".repeat(5e8))</script>' },
  {
    name: '1 GB in buffers',
    html: '<script>const a = []; for (let i = 0; i < 64; i++) a.push(new Uint8Array(1 << 24).fill(1))</script>',
  },
  { name: 'a heap without end', html: '<script>const a = []; for (;;) a.push({ a, b: String(a.length) })</script>' },
  { name: 'ten thousand requests', html: '<script>for (let i = 0; i < 1e4; i++) fetch("/innocent?" + i)</script>' },
  { name: 'reloads without end', html: '<script>location.reload()</script>' },
  { name: 'addresses without end', html: '<script>setInterval(() => location.hash = Math.random(), 0)</script>' },
  { name: 'windows without end', html: '<script>setInterval(() => window["op" + "en"]?.("/innocent"), 0)</script>' },
  {
    name: 'frames in frames',
    html: '<script>for (let i = 0; i < 200; i++) { const f = document.createElement("iframe"); f.src = location.href; document.body.append(f) }</script>',
  },
  {
    name: 'ten million characters of log',
    html: '<script>for (let i = 0; i < 1e3; i++) console.log("x".repeat(1e4))</script>',
  },
  {
    name: 'elements in elements',
    html: '<script>let e = document.body; for (let i = 0; i < 1e5; i++) e = e.appendChild(document.createElement("b"))</script>',
  },
  {
    name: 'an own serializer',
    html: '<script>Element.prototype.getHTML = () => { for (;;); }; Object.defineProperty(Element.prototype, "outerHTML", { get: () => { for (;;); } })</script>',
  },
];
