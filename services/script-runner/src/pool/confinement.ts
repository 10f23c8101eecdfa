import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The isolation of a child process: `ownUser` includes `noPrivileges`. */
type Isolation = 'ownUser' | 'noPrivileges' | 'ours';

/** Whether such a command runs anything: itself, since an image without a distribution has nothing else. */
const canRun = (command: readonly string[]): boolean => {
  const [program = '', ...args] = [...command, ...command.slice(0, 1), '--version'];
  return spawnSync(program, args, { stdio: 'ignore', env: {} }).status === 0;
};

const noNewPrivileges = ['setpriv', '--no-new-privs', '--'];
const noCapabilities = ['setpriv', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--'];
/**
 * Root without capabilities but those by which a child becomes another user, once it has read its program: that may lie
 * in a folder which is closed to all others. With them go all.
 */
const onlyToChangeUser = [
  ...['setpriv', '--inh-caps=-all,+setuid,+setgid', '--'],
  ...['setpriv', '--no-new-privs', '--bounding-set=-all', '--'],
];
const asUser = (uid: number) => ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--'];

/** CAP_KILL: a process that can change the user of a child and not end it afterwards keeps its own user. */
const killBit = 5;
function mayKillOthers(): boolean {
  const effective = /^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  return ((BigInt(`0x${effective}`) >> BigInt(killBit)) & 1n) === 1n;
}

/** User ids that no distribution assigns, and that exist in containers of 65,536 users too. */
const firstUser = 60_706;
const userCount = 478;

function freeUsers(): number[] {
  const taken = new Set(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':')[2]),
  );
  return Array.from({ length: userCount }, (_, nth) => firstUser + nth).filter((uid) => !taken.has(String(uid)));
}

/** The isolation of child processes that this machine supports. */
export interface Confinement {
  readonly isolation: Isolation;
  /** without the command `prlimit` only V8's own limits hold, which a hostile script passes threefold */
  readonly capsMemory: boolean;
  /** The prefix of a child's command, so that neither it nor its children ever get a privilege. */
  readonly prefix: readonly string[];
  /** The user that the next child becomes: none that another child is, so that it can neither signal nor look into them. Null where it stays who we are. */
  nextUser(): number | null;
}

function availablePrivileges(): Pick<Confinement, 'isolation' | 'prefix'> & { readonly users: readonly number[] } {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  const childUsers = isRoot && mayKillOthers() ? freeUsers() : [];
  const [user] = childUsers;
  if (user !== undefined && canRun([...onlyToChangeUser, ...asUser(user)]))
    return { isolation: 'ownUser', prefix: onlyToChangeUser, users: childUsers };
  const prefix = [noCapabilities, noNewPrivileges].find(canRun);
  return prefix === undefined
    ? { isolation: 'ours', prefix: [], users: [] }
    : { isolation: 'noPrivileges', prefix, users: [] };
}

/** Finds out what `setpriv` and `prlimit` of util-linux may do here. */
export function findConfinement(): Confinement {
  const { isolation, prefix, users: freeUserIds } = availablePrivileges();
  let next = randomInt(userCount);
  return {
    isolation,
    prefix,
    capsMemory: canRun(['prlimit', '--core=0', '--']),
    nextUser: () => {
      next += 1;
      return freeUserIds[next % freeUserIds.length] ?? null;
    },
  };
}
