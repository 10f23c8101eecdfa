import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScriptRequest } from './protocol.ts';
import { createRunnerClient, type RunnerClient, RunnerUnavailable } from './runner-client.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const whole = (body: string): string => `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const chunk = `${(1 << 20).toString(16)}\r\n${' '.repeat(1 << 20)}\r\n`;

function pour(socket: Socket): void {
  while (!socket.destroyed) if (!socket.write(chunk)) return void socket.once('drain', () => pour(socket));
}

/** The behavior of a faulty runner, by the requested script. */
const faults: Readonly<Record<string, (socket: Socket) => unknown>> = {
  'says nothing and leaves': (socket) => socket.destroy(),
  'speaks no HTTP': (socket) => socket.write('hello\r\n\r\n'),
  'answers no JSON': (socket) => socket.write(whole('{"error": nul')),
  'answers something else': (socket) => socket.write(whole('{"error":null,"result":7}')),
  'leaves in the middle of its answer': (socket) => socket.end(`${head}content-length: 500\r\n\r\n{"error":null`),
  'sends its caller elsewhere': (socket) =>
    socket.write('HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'),
  'answers without end': (socket) => {
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
    pour(socket);
  },
};

const server = createServer((socket) => {
  socket.on('error', () => {});
  socket.on('data', (text) => {
    for (const [name, fault] of Object.entries(faults)) if (text.includes(`"${name}"`)) fault(socket);
  });
});
let client: RunnerClient;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { readonly port: number };
  client = createRunnerClient({ url: `http://127.0.0.1:${port}`, secret: 'invalid secret' });
});
afterAll(async () => {
  await client.stop();
  server.close();
});

const asking = (script: string): ScriptRequest => ({
  language: 'javascript',
  purpose: 'task',
  owner: 'Release1',
  script,
  packaged: false,
  inputs: {},
  objects: [],
  wanted: [],
  snapshot: null,
  secrets: [],
});

test.each(Object.keys(faults))('a runner that %s is immediately unavailable', async (name) => {
  await expect(client.run(asking(name))).rejects.toThrow(RunnerUnavailable);
});
