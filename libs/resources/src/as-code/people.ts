import { type Json, missingPermission, neededToChange, neededToRead, rootFolderId } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type CodeItemOf, type CodeTeam, differences, type Members } from '@slipway/formats';
import {
  type ChangedPeople,
  findAccount,
  findRole,
  type Role,
  readFolderTeams,
  type UserAccount,
} from '@slipway/persistence';
import {
  parsedBy,
  roleBody,
  showTeamViews,
  showUser,
  type TeamViewAnswer,
  teamViewList,
  userBody,
} from '@slipway/wire';
import { createRoles, updateRoles } from '../people/roles.ts';
import { requireThere, setFolderTeams } from '../people/teams.ts';
import { updateUsers } from '../people/update-users.ts';
import { createUser } from '../people/users.ts';
import { asRead, type CodeRun, folderOf, idOf, likewise, pathOf } from './run/run.ts';

const sorted = (texts: readonly string[]): readonly string[] => [...new Set(texts)].toSorted();

/** A team as documents write it. */
export function codeOfTeam({ teamName, members, permissions }: TeamViewAnswer): Members {
  const named = (type: 'PRINCIPAL' | 'ROLE') =>
    sorted(members.flatMap((each) => (each.type === type ? each.name : [])));
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['members', named('PRINCIPAL')],
    ['roles', named('ROLE')],
    ['permissions', sorted(permissions)],
  ];
  return { name: teamName, ...Object.fromEntries(parts.filter(([, { length }]) => length > 0)) };
}

/** The same where nothing is to stay of a team that is made with others in it. */
export const wholeCodeOfTeam = (team: TeamViewAnswer): Members => {
  const { name = '', ...parts } = codeOfTeam(team);
  return { name, members: [], roles: [], permissions: [], ...parts };
};

/** The document of a team merged into its stored state; absent members stay. */
function wantedTeam({ name, members, roles, permissions }: CodeTeam, before: Members | undefined): Members {
  const given = { members, roles, permissions };
  const parts = Object.entries(given).flatMap(([part, said]): [string, Json][] => {
    const list: Json = said === null ? (before?.[part] ?? []) : sorted(said);
    return Array.isArray(list) && list.length === 0 ? [] : [[part, list]];
  });
  return { name, ...Object.fromEntries(parts) };
}

const texts = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.flatMap((each) => (typeof each === 'string' ? each : [])) : [];

/** The stored and the requested teams, by name. */
export interface TeamsChange {
  readonly before: readonly Members[];
  /** as a client would send all of them */
  readonly sent: readonly object[];
}

/** The change that a document requires for teams; other teams stay. Null if they are equal. */
export function changeOfTeams(there: readonly TeamViewAnswer[], teams: readonly CodeTeam[]): TeamsChange | null {
  const before = there.map(codeOfTeam);
  const wanted = teams.map((team) =>
    wantedTeam(
      team,
      before.find(({ name }) => name === team.name),
    ),
  );
  const kept = before.filter(({ name }) => !teams.some((team) => team.name === name));
  const isSame = wanted.every((team) => {
    const old = before.find(({ name }) => name === team.name);
    return old !== undefined && differences(old, team).length === 0;
  });
  if (isSame) return null;
  const ids = new Map(there.map(({ teamName, id }) => [teamName, id]));
  const sent = [...kept, ...wanted].map((team) => ({
    id: ids.get(String(team.name)),
    teamName: team.name,
    members: [
      ...texts(team.members).map((name) => ({ name, type: 'PRINCIPAL' })),
      ...texts(team.roles).map((name) => ({ name, type: 'ROLE' })),
    ],
    permissions: texts(team.permissions),
  }));
  return { before, sent };
}

/** Applies a document to the teams of a folder. Throws Invalid, NotFound, Forbidden, Conflict. */
export async function applyTeams(run: CodeRun, { path, teams }: CodeItemOf<'teams'>): Promise<void> {
  const { context, actor } = run;
  const folder = await folderOf(run, path);
  const written = idOf(folder);
  await requireThere(await run.me(), folder, neededToRead.folder);
  const held = await run.ahead.teams.get(folder.id, () => readFolderTeams(context.database, folder.id));
  const change = changeOfTeams(showTeamViews(held, new Map()), teams);
  if (change === null) return;
  const { before, sent } = change;
  const caller = await run.me();
  // folders below may inherit them
  run.ahead.teams.forgetAll();
  const list = parsedBy(teamViewList, sent, `teams of '${pathOf(path)}'`);
  const after = (await setFolderTeams(context, { caller, actor, written }, list)).map(codeOfTeam);
  const fields = differences({ teams: before }, { teams: after });
  const people = changedTeams(folder.id, before, after);
  const touched = { of: 'people', people } as const;
  if (fields.length > 0)
    run.record({ kind: 'Teams', action: 'update', id: written, path: pathOf(path), fields, touched });
}

/** The teams of a folder that came, went, or are others. */
function changedTeams(
  scopeId: string,
  before: readonly Members[],
  after: readonly Members[],
): readonly ChangedPeople[] {
  const named = (list: readonly Members[]) => new Map(list.map((team) => [String(team.name), team]));
  const [old, now] = [named(before), named(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names
    .filter((name) => differences(old.get(name) ?? {}, now.get(name) ?? {}).length > 0)
    .map((name) => ({ kind: 'team', scopeId, name }));
}

/** Checks the permission for users and roles. Throws Forbidden. */
export function requireGlobalRight(
  caller: Person,
  permission: typeof neededToChange.role | typeof neededToChange.riskProfile,
): void {
  if (!caller.holds(permission)) throw missingPermission(permission, rootFolderId);
}

/** Applies a document to a role; absent members stay. Throws Invalid, Forbidden, Conflict. */
export async function applyRole(run: CodeRun, { title: name, code }: CodeItemOf<'role'>): Promise<void> {
  const { context, actor } = run;
  const asking = { caller: await run.me(), actor };
  requireGlobalRight(asking.caller, neededToChange.role);
  const key = name.toLowerCase();
  const read = () => findRole(context.database, name);
  const before = codeOfRole(await run.ahead.roles.get(key, read));
  const { name: _, principals, permissions } = code;
  const wanted = {
    ...(principals !== undefined && { principals: sorted(texts(principals)) }),
    ...(permissions !== undefined && { permissions: sorted(texts(permissions)) }),
  };
  if (before !== null && differences(likewise(before, wanted), wanted).length === 0) return;
  const body = {
    ...wanted,
    ...(principals !== undefined && { principals: texts(principals).map((username) => ({ username })) }),
  };
  const role = { ...parsedBy(roleBody, body, `role '${name}'`), name: before === null ? name : String(before.name) };
  await (before === null ? createRoles : updateRoles)(context, asking, [role]);
  run.ahead.roles.forget(key);
  const fields = differences(before ?? {}, codeOfRole(await read()) ?? {});
  const [action, touched] = before === null ? newcomer : changedPerson('role', name);
  if (fields.length > 0) run.record({ kind: 'Role', action, id: name, path: name, fields, touched });
}

/** A new user is not in use yet. */
const newcomer = ['create', null] as const;
const changedPerson = (kind: 'role' | 'user', name: string) =>
  ['update', { of: 'people', people: [{ kind, scopeId: '', name }] }] as const;

function codeOfRole(role: Role | null): Members | null {
  if (role === null) return null;
  const principals = sorted(role.principals.map(({ username }) => username));
  return { name: role.name, permissions: sorted(role.permissions), principals };
}

/** A user as documents write it; passwords are in none. */
export function codeOfUser(account: UserAccount): Members {
  const { username, fullName, email, loginAllowed } = asRead(showUser(account));
  return {
    username: username ?? '',
    ...(fullName !== undefined && { fullName }),
    ...(email !== undefined && { email }),
    ...(loginAllowed === false && { enabled: false }),
  };
}

/** Whether a user is as is wanted, of what documents write of one. */
function isSameUser(account: UserAccount, wanted: object): boolean {
  const written = asRead(wanted);
  const isKnown = Object.keys(written).every((name) => ['fullName', 'email', 'loginAllowed'].includes(name));
  const now = { loginAllowed: true, ...asRead(showUser(account)) };
  return isKnown && differences(likewise(now, written), written).length === 0;
}

/** Applies a document to a user; a password is used only at the creation. Throws Invalid, Forbidden, Conflict. */
export async function applyUser(run: CodeRun, { title: username, code }: CodeItemOf<'user'>): Promise<void> {
  const { context, actor, passwords } = run;
  const asking = { caller: await run.me(), actor };
  requireGlobalRight(asking.caller, neededToChange.user);
  const key = username.toLowerCase();
  const account = await run.ahead.users.get(key, () => findAccount(context.database, username));
  const { username: _, enabled, password, ...fields } = code;
  const wanted = { ...fields, ...(enabled !== undefined && { loginAllowed: enabled }) };
  const what = `user '${username}'`;
  if (account !== null && isSameUser(account, parsedBy(userBody, wanted, what))) return;
  run.ahead.users.forget(key);
  if (account === null) {
    const secret = typeof password === 'string' && password !== '' ? { password } : {};
    const body = parsedBy(userBody, { ...wanted, ...secret }, what);
    await createUser(context, asking, { username, body, passwords });
  } else
    await updateUsers(
      context,
      asking,
      [{ username: account.username, body: parsedBy(userBody, wanted, what) }],
      passwords,
    );
  const made = await findAccount(context.database, username);
  const fieldsNow = differences(account === null ? {} : codeOfUser(account), made === null ? {} : codeOfUser(made));
  const [action, found] = account === null ? newcomer : changedPerson('user', username);
  const touched = fieldsNow.some(({ field }) => field === 'enabled') ? found : null;
  if (account === null || fieldsNow.length > 0)
    run.record({ kind: 'User', action, id: username, path: username, fields: fieldsNow, touched });
}
