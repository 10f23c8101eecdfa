import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { findProgram } from '../servers/find-program.ts';
import { freePort } from '../servers/free-port.ts';
import { reapWithParent } from '../servers/process-reaper.ts';

/** A real SSH server for one test file, with the user of this process. */
export interface Sshd {
  readonly port: number;
  readonly username: string;
  /** the private key of the user, with a passphrase */
  readonly privateKey: string;
  readonly passphrase: string;
  /** the public key of the server */
  readonly hostKey: string;
  /** a folder for temporary files, whose `bin` is the first folder of the PATH of commands */
  readonly folder: string;
  /** Ends the server and all its connections, but no script. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const passphrase = 'a passphrase of the key';

const configuration = (folder: string, port: number): string => `
Port ${port}
ListenAddress 127.0.0.1
HostKey ${folder}/host
AuthorizedKeysFile ${folder}/user.pub
PidFile none
StrictModes no
UsePAM no
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication no
SetEnv PATH=${folder}/bin:/usr/local/bin:/usr/bin:/bin
`;

/** Starts a server on a free port; null if the program is missing. It ends with this process at the latest. */
export async function startSshd(): Promise<Sshd | null> {
  if ((await findProgram(['sshd'], 'openssh-server')) === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'slipway-sshd-'));
  const reaper = reapWithParent({ folder });
  await mkdir(join(folder, 'bin'));
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'host')]);
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-f', join(folder, 'user')]);
  const port = await freePort();
  await writeFile(join(folder, 'config'), configuration(folder, port));
  // As root, the server requires this folder, which a service manager creates otherwise.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true });
  const launch = async () => {
    const server = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', join(folder, 'config')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    const guard = reapWithParent({ pid: server.pid });
    const exited = once(server, 'exit');
    const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
    createInterface({ input: server.stderr }).on('line', (line) => line.startsWith('Server listening') && resolve());
    void exited.then(() => reject(new Error('sshd ended before it accepted connections')));
    await listening;
    return async () => {
      server.kill();
      await exited;
      guard.dismiss();
    };
  };
  let kill = await launch();
  return {
    ...{ port, passphrase, folder, username: userInfo().username },
    privateKey: await readFile(join(folder, 'user'), 'utf8'),
    hostKey: await readFile(join(folder, 'host.pub'), 'utf8'),
    kill: () => kill(),
    restart: async () => {
      kill = await launch();
    },
    stop: async () => {
      await kill();
      await reaper.end();
    },
  };
}
