import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The isolation of a child process. `ownUser` includes `noPrivileges`; `ours` means no isolation. */
type Isolation = 'ownUser' | 'noPrivileges' | 'ours';

/**
 * Whether a command can run another command. It runs itself, because an image without a distribution contains no other
 * command.
 */
const canRun = (command: readonly string[]): boolean => {
  const [program = '', ...args] = [...command, ...command.slice(0, 1), '--version'];
  return spawnSync(program, args, { stdio: 'ignore', env: {} }).status === 0;
};

const noNewPrivileges = ['setpriv', '--no-new-privs', '--'];
const noCapabilities = ['setpriv', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--'];
/**
 * Drops all capabilities except the two for changing the user. The child changes its user after it has read its
 * program, which may be in a folder that other users cannot read. With the change of the user, the last capabilities
 * are dropped.
 */
const onlyToChangeUser = [
  ...['setpriv', '--inh-caps=-all,+setuid,+setgid', '--'],
  ...['setpriv', '--no-new-privs', '--bounding-set=-all', '--'],
];
const asUser = (uid: number) => ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--'];

/**
 * The bit of CAP_KILL. Without this capability, the runner could change the user of a child, but not kill it
 * afterwards. Then the child keeps the runner's user.
 */
const killBit = 5;
function mayKillOthers(): boolean {
  const effective = /^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  return ((BigInt(`0x${effective}`) >> BigInt(killBit)) & 1n) === 1n;
}

/** User ids that no distribution assigns, and that also exist in containers with 65,536 users. */
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
  /** Without the command `prlimit`, only V8's own limits apply. A hostile script can exceed them threefold. */
  readonly capsMemory: boolean;
  /** The prefix of a child's command, which prevents the child and its children from gaining privileges. */
  readonly prefix: readonly string[];
  /**
   * Returns the user id for the next child. No other child has it, so the child can neither signal nor inspect others.
   * Null: the child keeps the runner's user.
   */
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

/** Detects whether `setpriv` and `prlimit` of util-linux are available and effective. */
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
