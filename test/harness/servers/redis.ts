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

/** A real Redis for one test file, without persistence. */
export interface FreshRedis {
  readonly url: string;
  readonly port: number;
  /** Kills the server like a crash; all data is lost. */
  kill(): Promise<void>;
  /** Sends an administrative command and returns the response. */
  sendCommand(command: string): Promise<string>;
  /** Deletes all data at once. */
  flush(): Promise<void>;
  /** Starts the server again, empty, on the same port. */
  restart(): Promise<void>;
  /** Freezes the server; its connections stay open. */
  hang(): void;
  /** Kills the server in any state. */
  stop(): Promise<void>;
}

let programLookup: Promise<string | null> | undefined;

/** Returns the path of the server program, or null. As root it installs a missing program on Debian. */
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

/** One server with the role in its settings. */
export interface RedisServer {
  hang(): void;
  /** Kills the server. */
  end(): Promise<void>;
}

interface RedisOptions {
  readonly port: number;
  readonly password: string;
  /** its own settings, or a file with all settings */
  readonly settings?: readonly string[];
}

/** Starts a server in this folder, and waits until it accepts connections. */
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
  // Another process may have taken the port in the meantime: then a different server responds.
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

/** Sends one command in the inline format of Redis; returns the response. */
export async function sendCommand(port: number, password: string, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  // A sentinel does not support QUIT.
  socket.end(`AUTH ${password}\r\n${command}\r\nQUIT\r\n`);
  let response = '';
  for await (const text of socket) response += text;
  return response;
}
