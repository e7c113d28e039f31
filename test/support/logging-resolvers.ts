import { promises as dns } from 'node:dns';
import { appendFileSync } from 'node:fs';

// Import it first, as `logging-resolvers.ts?log=FILE`: the two resolvers of the process log each name that they are to resolve.
// Every name resolves to 127.0.0.1.
const log = new URL(import.meta.url).searchParams.get('log') ?? '/dev/stderr';
const record = (resolver: string, name: string) => appendFileSync(log, `${resolver} resolved ${name}\n`);
Object.assign(dns.Resolver.prototype, {
  resolve4: async (name: string) => {
    record('the DNS', name);
    return ['127.0.0.1'];
  },
  resolve6: async () => [],
});
Object.assign(dns, {
  lookup: async (name: string) => {
    record('the system', name);
    return [{ address: '127.0.0.1', family: 4 }];
  },
});
