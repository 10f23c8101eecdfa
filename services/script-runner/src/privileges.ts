import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What a child may be kept from here: `ownUser` includes `noPrivileges`. */
type Reach = 'ownUser' | 'noPrivileges' | 'ours';

const works = (command: readonly string[]): boolean => {
  const [program = '', ...args] = [...command, 'true'];
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

/** CAP_KILL: who may make a child another user's, and not end it then, leaves it its own. */
const killBit = 5;
function mayKillOthers(): boolean {
  const effective = /^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  return ((BigInt(`0x${effective}`) >> BigInt(killBit)) & 1n) === 1n;
}

/** Ids that no distribution gives to anybody, and that containers of 65,536 users have, too. */
const firstUser = 60_706;
const users = 478;

function freeUsers(): number[] {
  const taken = new Set(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':')[2]),
  );
  return Array.from({ length: users }, (_, nth) => firstUser + nth).filter((uid) => !taken.has(String(uid)));
}

interface Found {
  readonly reach: Reach;
  readonly prefix: readonly string[];
  readonly users: readonly number[];
}

/** Looked for once: what `setpriv` of util-linux may do here. */
function find(): Found {
  const withUsers = process.getuid?.() === 0 && mayKillOthers() ? freeUsers() : [];
  const [user] = withUsers;
  if (user !== undefined && works([...onlyToChangeUser, ...asUser(user)]))
    return { reach: 'ownUser', prefix: onlyToChangeUser, users: withUsers };
  const prefix = [noCapabilities, noNewPrivileges].find(works);
  return prefix === undefined ? { reach: 'ours', prefix: [], users: [] } : { reach: 'noPrivileges', prefix, users: [] };
}

const found = find();
let given = randomInt(users);

/** What is before the command of a child, so that it and what comes of it never gets a privilege. */
export const unprivileged: readonly string[] = found.prefix;

/** How far a child is from who runs it. */
export const reach: Reach = found.reach;

/** The user that the next child becomes, none of the others': it can neither signal nor look into them. Null where it stays who we are. */
export function nextUser(): number | null {
  given += 1;
  return found.users[given % found.users.length] ?? null;
}
