// The process that collector.ts starts. It reports its port, answers each request, and ends with its parent process.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => response.setHeader('content-type', 'application/json').end('{}'));
}).listen(0, '127.0.0.1', () => {
  const address: AddressInfo | string | null = server.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
process.once('disconnect', () => process.exit());
