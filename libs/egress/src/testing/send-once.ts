// Sends one request to this machine and prints what came of it, for tests of what a process reads at its start.
import { createEgress } from '../index.ts';

const [, , url = ''] = process.argv;
const egress = createEgress({
  allow: [{ of: { kind: 'network', address: '127.0.0.0', bits: 8 }, port: null }],
  deny: [],
  own: () => [],
  timeoutMs: 60_000,
  allowUnverified: false,
});
const order = {
  does: 'http',
  place: 0,
  method: 'GET',
  url,
  headers: [],
  body: null,
  timeoutMs: null,
  followRedirects: true,
  verify: true,
  connection: null,
  credentials: null,
} as const;
const reply = await egress.send({ ...order, headers: [] }, { secrets: [], connection: null });
process.stdout.write(JSON.stringify(reply));
