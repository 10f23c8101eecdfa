import { parseAs } from '@slipway/api-schema/as-code';
import {
  roleBody,
  showTeamViews,
  showUser,
  type TeamViewResponse,
  teamViewList,
  userBody,
} from '@slipway/api-schema/people';
import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { type Json, missingPermission, NotFound } from '@slipway/domain/model';
import { neededForTeams, neededToChange, neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { type CodeItemOf, type CodeTeam, differences, type Members } from '@slipway/formats';
import type { ChangedPeople } from '@slipway/persistence/as-code';
import {
  findAccount,
  findRole,
  type Role,
  readFolderTeams,
  readTeams,
  type UserAccount,
} from '@slipway/persistence/people';
import { createRoles, updateRoles } from '../people/roles.ts';
import { requireFolderPermission, setFolderTeams, setPlanTeams } from '../people/teams.ts';
import { updateUsers } from '../people/update-users.ts';
import { createUser } from '../people/users.ts';
import { getTemplate } from '../plans/find.ts';
import { ambiguousTitle } from './distinct-items.ts';
import { visibleTemplates } from './naming/resolve-names.ts';
import { asClientJson, type CodeRun, folderKey, fullIdOf, getFolderByTitles, pathOf, pickMembers } from './run/run.ts';

const sorted = (texts: readonly string[]): readonly string[] => [...new Set(texts)].toSorted();

/** Returns the document of a team. */
function codeOfTeam({ teamName, members, permissions }: TeamViewResponse): Members {
  const named = (type: 'PRINCIPAL' | 'ROLE') =>
    sorted(members.flatMap((item) => (item.type === type ? item.name : [])));
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['members', named('PRINCIPAL')],
    ['roles', named('ROLE')],
    ['permissions', sorted(permissions)],
  ];
  return { name: teamName, ...Object.fromEntries(parts.filter(([, { length }]) => length > 0)) };
}

/** Adds empty lists to a team, which remove the default members of a new team. */
export const completeCodeOfTeam = (team: TeamViewResponse): Members => {
  const { name = '', ...parts } = codeOfTeam(team);
  return { name, members: [], roles: [], permissions: [], ...parts };
};

/** Merges the document of a team into its stored state. Absent members stay. */
function requestedTeam({ name, members, roles, permissions }: CodeTeam, before: Members | undefined): Members {
  const codeLists = { members, roles, permissions };
  const parts = Object.entries(codeLists).flatMap(([part, names]): [string, Json][] => {
    const list: Json = names === null ? (before?.[part] ?? []) : sorted(names);
    return Array.isArray(list) && list.length === 0 ? [] : [[part, list]];
  });
  return { name, ...Object.fromEntries(parts) };
}

const texts = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.flatMap((item) => (typeof item === 'string' ? item : [])) : [];

/** The stored and the requested teams, by name. */
interface TeamsChange {
  readonly before: readonly Members[];
  /** the complete list of teams, as in a request */
  readonly sent: readonly object[];
}

/** Returns the change that a document requires, or null if the teams are equal. Other teams stay. */
function changeOfTeams(storedTeams: readonly TeamViewResponse[], teams: readonly CodeTeam[]): TeamsChange | null {
  const before = storedTeams.map(codeOfTeam);
  const requested = teams.map((team) =>
    requestedTeam(
      team,
      before.find(({ name }) => name === team.name),
    ),
  );
  const otherTeams = before.filter(({ name }) => !teams.some((team) => team.name === name));
  const isSame = requested.every((team) => {
    const stored = before.find(({ name }) => name === team.name);
    return stored !== undefined && differences(stored, team).length === 0;
  });
  if (isSame) return null;
  const ids = new Map(storedTeams.map(({ teamName, id }) => [teamName, id]));
  const sent = [...otherTeams, ...requested].map((team) => ({
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
  const folder = await getFolderByTitles(run, path);
  const folderPath = fullIdOf(folder);
  await requireFolderPermission(await run.me(), folder, neededToRead.folder);
  const scopeTeams = await run.preloaded.teams.get(folder.id, () => readFolderTeams(context.database, folder.id));
  const change = changeOfTeams(showTeamViews(scopeTeams, new Map()), teams);
  if (change === null) return;
  const { before, sent } = change;
  const caller = await run.me();
  // Subfolders may inherit these teams.
  run.preloaded.teams.evictAll();
  const list = parseAs(teamViewList, sent, message('part.teams', { title: pathOf(path) }));
  const after = (await setFolderTeams(context, { caller, actor, rawId: folderPath }, list)).map(codeOfTeam);
  const fields = differences({ teams: before }, { teams: after });
  const people = changedTeams(folder.id, before, after);
  const touched = { of: 'people', people } as const;
  if (fields.length > 0)
    run.record({ kind: 'Teams', action: 'update', id: folderPath, path: pathOf(path), fields, touched });
}

/** Returns the created, deleted and changed teams of a folder. */
function changedTeams(
  scopeId: string,
  before: readonly Members[],
  after: readonly Members[],
): readonly ChangedPeople[] {
  const named = (list: readonly Members[]) => new Map(list.map((team) => [String(team.name), team]));
  const [stored, current] = [named(before), named(after)];
  const names = [...new Set([...stored.keys(), ...current.keys()])];
  return names
    .filter((name) => differences(stored.get(name) ?? {}, current.get(name) ?? {}).length > 0)
    .map((name) => ({ kind: 'team', scopeId, name }));
}

/** Checks the permission for users and roles. Throws Forbidden. */
export function requireGlobalPermissionFor(
  caller: Person,
  permission: typeof neededToChange.role | typeof neededToChange.riskProfile,
): void {
  if (!caller.hasPermission(permission)) throw missingPermission(permission, rootFolderId);
}

/** Applies a document to a role; absent members stay. Throws Invalid, Forbidden, Conflict. */
export async function applyRole(run: CodeRun, { title: name, code }: CodeItemOf<'role'>): Promise<void> {
  const { context, actor } = run;
  const callerContext = { caller: await run.me(), actor };
  requireGlobalPermissionFor(callerContext.caller, neededToChange.role);
  const key = name.toLowerCase();
  const read = () => findRole(context.database, name);
  const before = codeOfRole(await run.preloaded.roles.get(key, read));
  const { name: _, principals, permissions } = code;
  const requested = {
    ...(principals !== undefined && { principals: sorted(texts(principals)) }),
    ...(permissions !== undefined && { permissions: sorted(texts(permissions)) }),
  };
  if (before !== null && differences(pickMembers(before, requested), requested).length === 0) return;
  const body = {
    ...requested,
    ...(principals !== undefined && { principals: texts(principals).map((username) => ({ username })) }),
  };
  const role = {
    ...parseAs(roleBody, body, message('part.namedRole', { title: name })),
    name: before === null ? name : String(before.name),
  };
  await (before === null ? createRoles : updateRoles)(context, callerContext, [role]);
  run.preloaded.roles.evict(key);
  const fields = differences(before ?? {}, codeOfRole(await read()) ?? {});
  const [action, touched] = before === null ? createdAction : updatedAction('role', name);
  if (fields.length > 0) run.record({ kind: 'Role', action, id: name, path: name, fields, touched });
}

/** A new user or role has no effect on existing objects. */
const createdAction = ['create', null] as const;
const updatedAction = (kind: 'role' | 'user', name: string) =>
  ['update', { of: 'people', people: [{ kind, scopeId: '', name }] }] as const;

function codeOfRole(role: Role | null): Members | null {
  if (role === null) return null;
  const principals = sorted(role.principals.map(({ username }) => username));
  return { name: role.name, permissions: sorted(role.permissions), principals };
}

/** Returns the document of a user, without the password. */
export function codeOfUser(account: UserAccount): Members {
  const { username, fullName, email, loginAllowed } = asClientJson(showUser(account));
  return {
    username: username ?? '',
    ...(fullName !== undefined && { fullName }),
    ...(email !== undefined && { email }),
    ...(loginAllowed === false && { enabled: false }),
  };
}

/** Whether a user equals its document in the members that documents contain. */
function isSameUser(account: UserAccount, requested: object): boolean {
  const members = asClientJson(requested);
  const isKnown = Object.keys(members).every((name) => ['fullName', 'email', 'loginAllowed'].includes(name));
  const current = { loginAllowed: true, ...asClientJson(showUser(account)) };
  return isKnown && differences(pickMembers(current, members), members).length === 0;
}

/** Applies a document to a user. A password is only used for a new user. Throws Invalid, Forbidden, Conflict. */
export async function applyUser(run: CodeRun, { title: username, code }: CodeItemOf<'user'>): Promise<void> {
  const { context, actor, passwords } = run;
  const callerContext = { caller: await run.me(), actor };
  requireGlobalPermissionFor(callerContext.caller, neededToChange.user);
  const key = username.toLowerCase();
  const account = await run.preloaded.users.get(key, () => findAccount(context.database, username));
  const { username: _, enabled, password, ...fields } = code;
  const requested = { ...fields, ...(enabled !== undefined && { loginAllowed: enabled }) };
  const part = message('part.namedUser', { title: username });
  if (account !== null && isSameUser(account, parseAs(userBody, requested, part))) return;
  run.preloaded.users.evict(key);
  if (account === null) {
    const secret = typeof password === 'string' && password !== '' ? { password } : {};
    const body = parseAs(userBody, { ...requested, ...secret }, part);
    await createUser(context, callerContext, { username, body, passwords });
  } else
    await updateUsers(
      context,
      callerContext,
      [{ username: account.username, body: parseAs(userBody, requested, part) }],
      passwords,
    );
  const saved = await findAccount(context.database, username);
  const fieldsNow = differences(account === null ? {} : codeOfUser(account), saved === null ? {} : codeOfUser(saved));
  const [action, affected] = account === null ? createdAction : updatedAction('user', username);
  const touched = fieldsNow.some(({ field }) => field === 'enabled') ? affected : null;
  if (account === null || fieldsNow.length > 0)
    run.record({ kind: 'User', action, id: username, path: username, fields: fieldsNow, touched });
}

type Item = CodeItemOf<'templateTeams'>;

/** Returns the visible top-level template with a title. Throws NotFound, and Conflict if there are several. */
async function getTopTemplate(run: CodeRun, title: string): Promise<string> {
  const key = folderKey(rootFolderId, title);
  const [templateId, otherId] = await run.preloaded.atTop.get(key, () => visibleTemplates(run, rootFolderId, title));
  if (templateId === undefined) throw new NotFound(message('notFound.rootTemplate', { title }));
  if (otherId !== undefined) throw ambiguousTitle('document.ambiguousTemplate', title, [templateId, otherId]);
  return templateId;
}

/** Applies a document to the teams of a top-level template. Throws Invalid, NotFound, Forbidden, Conflict. */
export async function applyTemplateTeams(run: CodeRun, { title, teams }: Item): Promise<void> {
  const { context, actor } = run;
  const id = await getTopTemplate(run, title);
  const scopeTeams = await run.preloaded.teams.get(id, () => readTeams(context.database, id));
  const change = changeOfTeams(showTeamViews(scopeTeams, new Map()), teams);
  if (change === null) return;
  const caller = await run.me();
  run.preloaded.teams.evict(id);
  const plan = await getTemplate(context.database, caller, id, { needed: neededForTeams, phases: false });
  const list = parseAs(teamViewList, change.sent, message('part.teams', { title: title }));
  const after = (await setPlanTeams(context, { caller, actor, plan }, list)).map(codeOfTeam);
  const fields = differences({ teams: change.before }, { teams: after });
  // Existing releases are not affected: each received its own teams when it was created.
  if (fields.length > 0)
    run.record({ kind: 'Teams', action: 'update', id: `Applications/${id}`, path: title, fields, touched: null });
}
