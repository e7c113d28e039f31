import { promises as dns } from 'node:dns';

// To be imported before all else: the two resolvers of each thread say on standard error when they are asked. No name has a
// public address.
const tell = (who: string, name: string) => process.stderr.write(`${who} was asked for ${name}\n`);
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
