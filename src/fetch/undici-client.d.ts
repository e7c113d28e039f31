// undici's entry point loads its fetch, WebSocket, cache and mock layers too, which costs a command line run 60 ms and
// 15 MB; the client alone is all that is needed here.
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';

  export default Client;
}
