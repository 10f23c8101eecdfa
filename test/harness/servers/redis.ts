import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { reapWithParent } from './process-reaper.ts';

/** A real Redis of one test file, which keeps nothing on disk. */
export interface FreshRedis {
  readonly url: string;
  readonly port: number;
  /** Ends it at once, like a crash; all data is lost. */
  kill(): Promise<void>;
  /** Sends a command of an operator, and returns the response. */
  sendCommand(command: string): Promise<string>;
  /** Deletes all data at once. */
  flush(): Promise<void>;
  /** Starts it, empty, on the same port. */
  restart(): Promise<void>;
  /** Answers nothing from now on; its connections stay. */
  hang(): void;
  /** Ends it, whichever way it is now. */
  stop(): Promise<void>;
}

let programLookup: Promise<string | null> | undefined;

/** The server's program: on the PATH, or installed by Debian's own means where we are root; null where there is none. */
export function findRedisProgram(): Promise<string | null> {
  programLookup ??= findProgram(['redis-server', 'valkey-server']);
  return programLookup;
}

/** Starts an empty server on a free port. It ends with this process at the latest. */
export async function freshRedis(): Promise<FreshRedis> {
  const program = await findRedisProgram();
  if (program === null) throw new Error('there is no redis-server on the PATH: install it to run this test');
  const folder = await mkdtemp(join(tmpdir(), 'slipway-redis-'));
  const reaper = reapWithParent({ folder });
  const port = await freePort();
  const password = randomBytes(8).toString('hex');
  const start = () => startRedis(program, folder, { port, password });
  let server = await start();
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    port,
    kill: () => server.end(),
    sendCommand: (command) => sendCommand(port, password, command),
    flush: async () => void (await sendCommand(port, password, 'FLUSHALL')),
    restart: async () => {
      await server.end();
      server = await start();
    },
    hang: () => server.hang(),
    stop: async () => {
      await server.end();
      await reaper.end();
    },
  };
}

/** One server, in whichever role its settings give it. */
export interface RedisServer {
  hang(): void;
  /** Ends it at once. */
  end(): Promise<void>;
}

interface RedisOptions {
  readonly port: number;
  readonly password: string;
  /** its own, or a file that has all of them */
  readonly settings?: readonly string[];
}

/** Starts a server in this folder, and waits until it answers. */
export async function startRedis(program: string, folder: string, options: RedisOptions): Promise<RedisServer> {
  const { port, password, settings = [] } = options;
  const common = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--requirepass', password];
  const memory = ['--save', '', '--appendonly', 'no'];
  const all = settings.includes('--sentinel') ? settings : [...common, ...memory, ...settings];
  const child = spawn(program, all, { stdio: ['ignore', 'pipe', 'pipe'] });
  const reaper = reapWithParent({ pid: child.pid!, signal: 'TERM' });
  const ended = once(child, 'close').then(() => reaper.dismiss());
  let output = '';
  child.stderr.resume();
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += text;
    if (/eady to accept connections|Sentinel ID is/.test(output)) break;
  }
  // Another process may have taken the port meanwhile: then this is not the server that we have started.
  const info = await sendCommand(port, password, 'INFO server');
  if (!info.includes(`process_id:${child.pid}`)) throw new Error(`no Redis of ours on port ${port}: ${output}`);
  return {
    hang: () => void child.kill('SIGSTOP'),
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** One command in Redis' inline form. */
export async function sendCommand(port: number, password: string, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  // A sentinel does not support QUIT.
  socket.end(`AUTH ${password}\r\n${command}\r\nQUIT\r\n`);
  let response = '';
  for await (const text of socket) response += text;
  return response;
}
