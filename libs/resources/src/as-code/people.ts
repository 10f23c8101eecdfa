import { type Json, missingPermission, neededToChange, rootFolderId } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type CodeItemOf, type CodeTeam, differences, type Members } from '@slipway/formats';
import { findAccount, findRole, type UserAccount } from '@slipway/persistence';
import { parsedBy, roleBody, showUser, type TeamViewAnswer, teamViewList, userBody } from '@slipway/wire';
import { createRoles, updateRoles } from '../people/roles.ts';
import { folderTeams, setFolderTeams } from '../people/teams.ts';
import { updateUsers } from '../people/update-users.ts';
import { createUser } from '../people/users.ts';
import { asRead, type CodeRun, folderOf, idOf, likewise, pathOf } from './run.ts';

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

/** What a document says of a team over what there is; what it leaves out stays. */
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

/** Has teams of a folder be as a document says; those that it does not name stay. Throws Invalid, NotFound, Forbidden, Conflict. */
export async function applyTeams(run: CodeRun, { path, teams }: CodeItemOf<'teams'>): Promise<void> {
  const { context, actor } = run;
  const written = idOf(await folderOf(run, path));
  const there = await folderTeams(context, await run.me(), written);
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
  if (isSame) return;
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
  const caller = await run.me();
  const list = parsedBy(teamViewList, sent, `teams of '${pathOf(path)}'`);
  const after = (await setFolderTeams(context, { caller, actor, written }, list)).map(codeOfTeam);
  const fields = differences({ teams: before }, { teams: after });
  if (fields.length > 0) run.record({ kind: 'Teams', action: 'update', id: written, path: pathOf(path), fields });
}

/** Holds who asks against what users and roles take. Throws Forbidden. */
export function requireGlobalRight(caller: Person, permission: typeof neededToChange.role): void {
  if (!caller.holds(permission)) throw missingPermission(permission, rootFolderId);
}

/** Has a role be as a document says; what that leaves out stays. Throws Invalid, Forbidden, Conflict. */
export async function applyRole(run: CodeRun, { title: name, code }: CodeItemOf<'role'>): Promise<void> {
  const { context, actor } = run;
  const asking = { caller: await run.me(), actor };
  requireGlobalRight(asking.caller, neededToChange.role);
  const read = async (): Promise<Members | null> => {
    const role = await findRole(context.database, name);
    if (role === null) return null;
    const principals = sorted(role.principals.map(({ username }) => username));
    return { name: role.name, permissions: sorted(role.permissions), principals };
  };
  const before = await read();
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
  const fields = differences(before ?? {}, (await read()) ?? {});
  if (fields.length > 0)
    run.record({ kind: 'Role', action: before === null ? 'create' : 'update', id: name, path: name, fields });
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

/** Has a user be as a document says; a password counts when the user is made. Throws Invalid, Forbidden, Conflict. */
export async function applyUser(run: CodeRun, { title: username, code }: CodeItemOf<'user'>): Promise<void> {
  const { context, actor, passwords } = run;
  const asking = { caller: await run.me(), actor };
  requireGlobalRight(asking.caller, neededToChange.user);
  const account = await findAccount(context.database, username);
  const { username: _, enabled, password, ...fields } = code;
  const wanted = { ...fields, ...(enabled !== undefined && { loginAllowed: enabled }) };
  const what = `user '${username}'`;
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
  if (account === null || fieldsNow.length > 0) {
    run.record({
      kind: 'User',
      action: account === null ? 'create' : 'update',
      id: username,
      path: username,
      fields: fieldsNow,
    });
  }
}
