import { promises as dns } from 'node:dns';
import { appendFileSync } from 'node:fs';

// To be imported before all else, as `told-resolvers.ts?log=FILE`: the two resolvers of each process write down what they are
// asked for. No name has a public address.
const log = new URL(import.meta.url).searchParams.get('log') ?? '/dev/stderr';
const tell = (who: string, name: string) => appendFileSync(log, `${who} was asked for ${name}\n`);
Object.assign(dns.Resolver.prototype, {
  resolve4: async (name: string) => {
    tell('the DNS', name);
    return ['127.0.0.1'];
  },
  resolve6: async () => [],
});
Object.assign(dns, {
  lookup: async (name: string) => {
    tell('the system', name);
    return [{ address: '127.0.0.1', family: 4 }];
  },
});
