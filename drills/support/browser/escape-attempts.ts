/** One way by which a page may try to reach an address. */
export interface Mechanism {
  readonly name: string;
  /** HTML of a page that tries to reach a target. */
  readonly html: (target: Target) => string;
  /** Header fields of that page. */
  readonly headers?: (target: Target) => Readonly<Record<string, string>>;
}

/** An address that no page may reach. */
export interface Target {
  /** As URLs write it. */
  readonly host: string;
  readonly port: number;
}

const web = ({ host, port }: Target) => `http://${host}:${port}/`;
const secure = ({ host, port }: Target) => `https://${host}:${port}/`;
const js = (code: (url: string, target: Target) => string) => (target: Target) =>
  [web(target), secure(target)].map((url) => `<script>try { ${code(url, target)} } catch {}</script>`).join('');
const tag = (markup: (url: string) => string) => (target: Target) => [web(target), secure(target)].map(markup).join('');
/** A module that a page makes of a text, and runs in a worker. */
const inWorker = (code: (url: string) => string) =>
  js((url) => `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code(url))}])))`);

const LINKS = [
  'stylesheet',
  'icon',
  'manifest',
  'preconnect',
  'dns-prefetch',
  'prefetch',
  'prerender',
  'modulepreload',
];
const PRELOADS = ['script', 'style', 'font', 'fetch', 'image', 'track'];
const ELEMENTS: Readonly<Record<string, (url: string) => string>> = {
  img: (url) => `<img src="${url}">`,
  'img srcset': (url) => `<img srcset="${url} 1x">`,
  'picture source': (url) => `<picture><source srcset="${url}"><img></picture>`,
  script: (url) => `<script src="${url}"></script>`,
  'script module': (url) => `<script type="module" src="${url}"></script>`,
  'import map': (url) => `<script type="module">import "${url}"</script>`,
  iframe: (url) => `<iframe src="${url}"></iframe>`,
  'iframe srcdoc': (url) => `<iframe srcdoc='<img src="${url}"><script src="${url}"></script>'></iframe>`,
  'iframe sandboxed': (url) => `<iframe sandbox="allow-scripts" src="${url}"></iframe>`,
  'iframe data': (url) => `<iframe src="data:text/html,<script src='${url}'></script>"></iframe>`,
  'iframe javascript': (url) => `<iframe src="javascript:fetch('${url}')"></iframe>`,
  object: (url) => `<object data="${url}"></object>`,
  embed: (url) => `<embed src="${url}">`,
  video: (url) => `<video src="${url}" poster="${url}p" autoplay></video>`,
  audio: (url) => `<audio src="${url}" autoplay></audio>`,
  track: (url) => `<video><track default src="${url}"></video>`,
  'input image': (url) => `<input type="image" src="${url}">`,
  'body background': (url) => `<table background="${url}"><tr><td>x</table>`,
  'svg image': (url) => `<svg><image href="${url}"/><use href="${url}#a"/></svg>`,
  'css import': (url) => `<style>@import "${url}";</style>`,
  'css background': (url) => `<div style="background:url(${url});height:9px">x</div>`,
  'css font': (url) => `<style>@font-face{font-family:f;src:url(${url})}p{font-family:f}</style><p>x</p>`,
  'css cursor and list': (url) => `<ul style="list-style:url(${url});cursor:url(${url}),auto"><li>x</ul>`,
  'meta refresh': (url) => `<iframe srcdoc='<meta http-equiv="refresh" content="0;url=${url}">'></iframe>`,
  'base and relative': (url) => `<iframe srcdoc='<base href="${url}"><img src="a"><script src="b"></script>'></iframe>`,
  'speculation rules': (url) =>
    `<script type="speculationrules">{"prefetch":[{"urls":["${url}"]}],"prerender":[{"urls":["${url}"]}]}</script>`,
  'form sent': (url) =>
    `<iframe name="f"></iframe><form target="f" action="${url}"></form><script>document.forms[0].submit()</script>`,
  'form posted': (url) =>
    `<iframe name="g"></iframe><form id="p" method="post" target="g" action="${url}"><input name="a"></form><script>p.submit()</script>`,
  'link with a ping': (url) => `<a id="a" ping="${url}" href="#x">x</a><script>a.click()</script>`,
  download: (url) => `<a id="d" download href="${url}">x</a><script>d.click()</script>`,
};
const SCRIPTS: Readonly<Record<string, (url: string, target: Target) => string>> = {
  fetch: (url) => `fetch('${url}',{mode:'no-cors'})`,
  'fetch kept alive': (url) => `fetch('${url}',{mode:'no-cors',keepalive:true,method:'POST',body:'x'})`,
  'fetch with a preflight': (url) => `fetch('${url}',{method:'PUT',headers:{'x-a':'1'}})`,
  'fetch of a target address space': (url) =>
    `fetch('${url}',{targetAddressSpace:'local'});fetch('${url}',{targetAddressSpace:'loopback'})`,
  XMLHttpRequest: (url) => `const x=new XMLHttpRequest();x.open('GET','${url}');x.send()`,
  'XMLHttpRequest that waits': (url) => `const x=new XMLHttpRequest();x.open('GET','${url}',false);x.send()`,
  beacon: (url) => `navigator.sendBeacon('${url}','x')`,
  EventSource: (url) => `new EventSource('${url}')`,
  WebSocket: (url) => `new WebSocket('${url.replace('http', 'ws')}')`,
  WebSocketStream: (url) => `new WebSocketStream('${url.replace('http', 'ws')}')`,
  WebTransport: (url) => `new WebTransport('${url}')`,
  'WebRTC by STUN': (_, { host, port }) => rtc(`stun:${host}:${port}`),
  'WebRTC by TURN over UDP': (_, { host, port }) => rtc(`turn:${host}:${port}?transport=udp`),
  'WebRTC by TURN over TCP': (_, { host, port }) => rtc(`turn:${host}:${port}?transport=tcp`),
  'WebRTC by TURN over TLS': (_, { host, port }) => rtc(`turns:${host}:${port}?transport=tcp`),
  'WebRTC of a new frame': (_, { host, port }) =>
    `const f=document.createElement('iframe');document.body.append(f);with(f.contentWindow){${rtc(`stun:${host}:${port}`)}}`,
  'WebRTC to a candidate': (
    _,
    { host, port },
  ) => `(async()=>{const a=new RTCPeerConnection(),b=new RTCPeerConnection();a.createDataChannel('x');
    await a.setLocalDescription();await b.setRemoteDescription(a.localDescription);await b.setLocalDescription();await a.setRemoteDescription(b.localDescription);
    for(const t of ['udp','tcp'])a.addIceCandidate({candidate:'candidate:1 1 '+t+' 2130706431 ${host.replace(/[[\]]/g, '')} ${port} typ host'+(t==='tcp'?' tcptype passive':''),sdpMLineIndex:0})})()`,
  'window.open': (url) => `window.open('${url}')`,
  'window.open without a referrer': (url) => `window.open('${url}','_blank','noopener')`,
  'import()': (url) => `import('${url}')`,
  Worker: (url) => `new Worker('${url}')`,
  SharedWorker: (url) => `new SharedWorker('${url}')`,
  'service worker': () => `navigator.serviceWorker.register('/sw.js')`,
  'paint worklet': (url) => `CSS.paintWorklet.addModule('${url}')`,
  'audio worklet': (url) => `new OfflineAudioContext(1,1,8000).audioWorklet.addModule('${url}')`,
  FontFace: (url) => `new FontFace('f','url(${url})').load()`,
  Image: (url) => `new Image().src='${url}'`,
  'cache.add': (url) => `caches.open('a').then((c)=>c.add(new Request('${url}',{mode:'no-cors'})))`,
  'document.write': (url) => `document.write('<script src="${url}"><\\/script>')`,
  'frame of a blob': (url) =>
    `const f=document.createElement('iframe');f.src=URL.createObjectURL(new Blob(['<img src="${url}"><script>fetch("${url}",{mode:"no-cors"})<\\/script>'],{type:'text/html'}));document.body.append(f)`,
  'XSLT and XML': (url) => `new DOMParser().parseFromString('<!DOCTYPE a SYSTEM "${url}"><a/>','text/xml')`,
  'background fetch': (url) => `navigator.serviceWorker?.ready.then((r)=>r.backgroundFetch.fetch('a','${url}'))`,
  'payment method': (url) =>
    `new PaymentRequest([{supportedMethods:'${url}'}],{total:{label:'a',amount:{currency:'EUR',value:'1'}}}).canMakePayment()`,
  'media source': (url) => `new Audio('${url}').play()`,
  fetchLater: (url) => `fetchLater('${url}',{activateAfter:0})`,
  'proxy settings (PAC)': (url) =>
    `fetch('http://wpad/wpad.dat',{mode:'no-cors'});fetch('${url}proxy.pac',{mode:'no-cors'})`,
};

function rtc(server: string): string {
  return `const c=new RTCPeerConnection({iceServers:[{urls:'${server}',username:'a',credential:'b'}]});c.createDataChannel('x');c.createOffer().then((o)=>c.setLocalDescription(o))`;
}

/** Ways from a URL of the site itself: `/go/<code>/<target>` redirects there. */
const REDIRECTED: Readonly<Record<string, (path: string) => string>> = {
  iframe: (path) => `<iframe src="${path}"></iframe>`,
  fetch: (path) => `<script>fetch('${path}',{mode:'no-cors'})</script>`,
  script: (path) => `<script src="${path}"></script>`,
  style: (path) => `<link rel="stylesheet" href="${path}">`,
  image: (path) => `<img src="${path}">`,
  worker: (path) => `<script>new Worker('${path}')</script>`,
};
const STATUSES = [301, 302, 303, 307, 308];

const HEADERS: Readonly<Record<string, (target: Target) => string>> = {
  Link: (target) =>
    `<${web(target)}>; rel=preload; as=script, <${secure(target)}>; rel=preconnect, <${web(target)}>; rel=dns-prefetch`,
  Refresh: (target) => `1; url=${web(target)}`,
  'Alt-Svc': ({ host, port }) => `h2="${host}:${port}", h3="${host}:${port}", h3=":${port}"`,
  'Content-Security-Policy': (target) => `default-src 'none'; report-uri ${web(target)}`,
  'Reporting-Endpoints': (target) => `default="${secure(target)}"`,
  'Report-To': (target) => `{"max_age":9,"endpoints":[{"url":"${secure(target)}"}]}`,
  NEL: () => '{"report_to":"default","max_age":9,"success_fraction":1}',
  SourceMap: (target) => web(target),
  'Speculation-Rules': (target) => `"${web(target)}"`,
};

/** Addresses of documents beside the web, which a page tries to open in every way. */
const LOCAL = [
  'file:///SECRET',
  'view-source:file:///SECRET',
  'filesystem:file:///SECRET',
  'chrome://version/',
  'chrome://net-export/',
  'chrome-untrusted://terminal/',
  'devtools://devtools/bundled/inspector.html',
  'about:version',
  'ftp://127.0.0.1/',
  'data:text/html,<script>document.title="data"</script>',
];
const OPENED: Readonly<Record<string, (url: string) => string>> = {
  'as the page': (url) => `<script>location.href=${JSON.stringify(url)}</script>`,
  'as a frame': (url) => `<iframe src='${url}'></iframe>`,
  'as a window': (url) => `<script>open(${JSON.stringify(url)})</script>`,
  'by fetch': (url) =>
    `<p id="o"></p><script>fetch(${JSON.stringify(url)}).then((r)=>r.text()).then((t)=>o.textContent=t);const x=new XMLHttpRequest();x.onload=()=>o.textContent+=x.responseText;x.open('GET',${JSON.stringify(url)});x.send()</script>`,
  'as a script and a style': (url) => `<script src='${url}'></script><link rel="stylesheet" href='${url}'>`,
};

export const MECHANISMS: readonly Mechanism[] = [
  ...Object.entries(ELEMENTS).map(([name, markup]) => ({ name, html: tag(markup) })),
  ...LINKS.map((rel) => ({ name: `link ${rel}`, html: tag((url) => `<link rel="${rel}" href="${url}">`) })),
  ...PRELOADS.map((as) => ({
    name: `link preload ${as}`,
    html: tag((url) => `<link rel="preload" as="${as}" href="${url}">`),
  })),
  ...Object.entries(SCRIPTS).map(([name, code]) => ({ name, html: js(code) })),
  { name: 'worker: importScripts', html: inWorker((url) => `importScripts('${url}')`) },
  { name: 'worker: fetch', html: inWorker((url) => `fetch('${url}',{mode:'no-cors'})`) },
  { name: 'worker: WebSocket', html: inWorker((url) => `new WebSocket('${url.replace('http', 'ws')}')`) },
  { name: 'worker: WebTransport', html: inWorker((url) => `new WebTransport('${url}')`) },
  { name: 'worker: EventSource', html: inWorker((url) => `new EventSource('${url}')`) },
  ...Object.entries(REDIRECTED).flatMap(([name, markup]) =>
    STATUSES.map((status) => ({
      name: `redirect ${status}: ${name}`,
      html: ({ host, port }: Target) => markup(`/go/${status}/${encodeURIComponent(`${host}:${port}`)}`),
    })),
  ),
  ...Object.entries(HEADERS).map(([name, value]) => ({
    name: `header ${name}`,
    html: (target: Target) => `<p>x</p><img src="${web(target)}"><script src="/none.js"></script>`,
    headers: (target: Target) => ({ [name]: value(target) }),
  })),
];

/** Pages that try to open what is on the machine, by name. @param secret path of a file without its first slash */
export function localPages(secret: string): ReadonlyMap<string, string> {
  return new Map(
    LOCAL.flatMap((url) =>
      Object.entries(OPENED).map(([way, markup]) => [`${url} ${way}`, markup(url.replace('SECRET', secret))] as const),
    ),
  );
}
