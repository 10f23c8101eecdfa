import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findLaunchUser } from '@slipway/standalone';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { reapWithParent } from './process-reaper.ts';

/** A PgBouncer with transaction pooling for all databases of a server. */
export interface Pooler {
  /** Returns the URL of a database through the pooler. */
  urlFor(url: string): string;
  /** Connects all clients to another server from now on, like a switchover. */
  switchTo(url: string): Promise<void>;
  /** Kills the pooler and restarts it at the same address. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

let programLookup: Promise<string | null> | undefined;

/** Returns the path of the program, or null if there is none. */
export function findPoolerProgram(): Promise<string | null> {
  programLookup ??= findProgram(['pgbouncer']);
  return programLookup;
}

/** Starts a pooler for the server at `url`, with few connections, so that clients share them. */
export async function startPooler(url: string): Promise<Pooler> {
  const program = await findPoolerProgram();
  if (program === null) throw new Error('there is no pgbouncer on the PATH: install it to run this test');
  const { prefix, owner } = await findLaunchUser();
  const folder = await mkdtemp(join(tmpdir(), 'slipway-pooler-'));
  const folderReaper = reapWithParent({ folder });
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const write = (server: string) =>
    writeFile(file, configOf(server, port), { mode: owner === undefined ? 0o600 : 0o644 });
  await write(url);
  const start = () => startPgBouncer([...prefix, program, file]);
  let running = await start();
  return {
    urlFor: (database) => {
      const { username, pathname } = new URL(database);
      return `postgresql://${username}:any@127.0.0.1:${port}${pathname}`;
    },
    switchTo: async (server) => {
      await write(server);
      running.child.kill('SIGHUP');
    },
    crash: async () => {
      running.child.kill('SIGKILL');
      await running.ended;
      running = await start();
    },
    stop: async () => {
      await running.keeper.end();
      await folderReaper.end();
    },
  };
}

function configOf(url: string, port: number): string {
  const { username, password, hostname, port: serverPort, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? hostname;
  return `[databases]
* = host=${host} port=${serverPort || '5432'} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 6
max_client_conn = 1000
server_login_retry = 0.1
server_check_delay = 0
log_connections = 0
log_disconnections = 0
`;
}

async function startPgBouncer([command = '', ...args]: readonly string[]) {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const reaper = reapWithParent({ pid: child.pid!, signal: 'TERM' });
  const ended = once(child, 'close').then(() => reaper.dismiss());
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('process up')) resolve();
    });
    child.on('close', () => reject(new Error(`PgBouncer has ended: ${output}`)));
  });
  return { child, keeper: reaper, ended };
}
