import { isDefaultReference, neededToChange, neededToRead, rootFolderId } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { Members, WrittenDocument } from '@slipway/formats';
import { type Folder, foldersBelow, listAccounts, listRoles, readFolderTeams } from '@slipway/persistence';
import { folderAt } from '../../folders/find.ts';
import type { ResourceContext } from '../../model/context.ts';
import { folderTeams } from '../../people/teams.ts';
import { renderRiskProfiles } from '../../risk/profiles.ts';
import { codeOfUser, requireGlobalRight, wholeCodeOfTeam } from '../people.ts';
import { codeOfRiskProfile } from '../risk-profiles.ts';
import { asRead, idOf } from '../run/run.ts';
import { Files } from './code-files.ts';
import { CodeRoom } from './code-room.ts';
import {
  codeOfConfigurations,
  codeOfTemplates,
  codeOfTriggers,
  configurationsOf,
  type Making,
  thingsIn,
} from './contents.ts';
import { alikeIn, requireDistinct } from './distinct.ts';
import { requireInPaths, requireTitles } from './titles.ts';

/** The objects to generate. */
export interface GenerateOrder {
  /** of the folder, from the top; none: all of it */
  readonly titles: readonly string[];
  readonly globalPermissions: boolean;
  readonly users: boolean;
  readonly roles: boolean;
  /** aborts when the client disconnects */
  readonly signal?: AbortSignal | undefined;
}

const mostPeople = 10_000;

/**
 * What a user may see of a folder and below it as documents, which create the same where there is nothing: without ids, and
 * with masks in the place of secrets. Throws NotFound, Forbidden, Invalid for very much, and the reason of the signal.
 */
export async function generateCode(context: ResourceContext, caller: Person, order: GenerateOrder) {
  const { titles, globalPermissions, users, roles } = order;
  const top = await folderAt(context.database, titles.join('/'), caller);
  const [files, room] = [new Files(context.database), new CodeRoom(order.signal)];
  const warnings: string[] = [];
  const warn = (what: string) => warnings.push(what.replaceAll('\n', ' '));
  const documents: WrittenDocument[] = [
    ...(users ? [await usersIn(context, caller, room)] : []),
    ...(roles || globalPermissions ? await rolesIn(context, caller, { ...order, room }) : []),
    ...(titles.length === 0 ? [await globalThings(context, caller, room)] : []),
    ...(await contentsOf(context, caller, { top, home: titles, files, room, warn })),
  ];
  const head = ['Generated as code. Apply it to the target system.', ...warnings.map((what) => `Warning: ${what}`)];
  return { documents, head, attachments: files.all };
}

async function usersIn({ database }: ResourceContext, caller: Person, room: CodeRoom): Promise<WrittenDocument> {
  requireGlobalRight(caller, neededToChange.user);
  const accounts = await listAccounts(database, {}, { limit: mostPeople, offset: 0 });
  const spec = accounts.map(codeOfUser);
  await room.take(spec);
  return { kind: 'Users', home: [], spec };
}

async function rolesIn(
  { database }: ResourceContext,
  caller: Person,
  { roles, globalPermissions, room }: GenerateOrder & { readonly room: CodeRoom },
): Promise<readonly WrittenDocument[]> {
  requireGlobalRight(caller, neededToChange.role);
  const all = await listRoles(database, { limit: mostPeople, offset: 0 });
  const principals = all.map((role) => ({
    name: role.name,
    principals: role.principals.map(({ username }) => username),
  }));
  const granted = all.filter(({ permissions }) => permissions.length > 0);
  await room.take(all);
  const global = granted.map(({ name, permissions }) => ({ role: name, permissions }));
  return [
    { kind: 'Roles', home: [], spec: roles ? principals : [] },
    { kind: 'Permissions', home: [], spec: globalPermissions && global.length > 0 ? [{ global }] : [] },
  ];
}

async function globalThings(context: ResourceContext, caller: Person, room: CodeRoom): Promise<WrittenDocument> {
  const found = await configurationsOf(context, caller, null);
  const profiles = (await renderRiskProfiles(context)).filter(({ title }) => !isDefaultReference(title)).map(asRead);
  const spec = [...(await codeOfConfigurations(context, caller, found)), ...profiles.map(codeOfRiskProfile)];
  await room.take(spec);
  requireTitles(spec, '');
  return { kind: 'Configurations', home: [], spec };
}

/** What is written of a folder. */
interface Contents extends Making {
  readonly top: Folder;
  /** titles on the way to it */
  readonly home: readonly string[];
  readonly warn: (what: string) => void;
}

/** In levels: all of them. */
const deepest = 1_000;

/** Folders with their contents and teams; each by its path below the requested one. Throws Invalid, Conflict. */
async function contentsOf(
  context: ResourceContext,
  caller: Person,
  { top, home, files, room, warn }: Contents,
): Promise<readonly WrittenDocument[]> {
  const found = await foldersBelow(context.database, top.id, deepest, caller.sight(neededToRead.folders));
  requireInPaths(home, found);
  const titles = new Map([[top.id, home.at(-1) ?? ''], ...found.map(({ id, title }) => [id, title] as const)]);
  const pathOf = ({ path }: Folder): string => JSON.stringify(path.map((id) => titles.get(id) ?? ''));
  // by titles: the same wherever it is
  const below = found.toSorted((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1));
  const { byFolder: templates, teams: ofTemplates } = await codeOfTemplates(context, caller, top, { files, room });
  for (const alike of alikeIn({ what: 'template', by: 'template', things: templates }, titles))
    warn(`there are ${alike}: rename them before you apply this`);
  const triggers = new Map<string, readonly Members[]>();
  for (const folder of [top, ...below]) triggers.set(folder.id, await codeOfTriggers(context, caller, folder));
  requireDistinct({ what: 'trigger', by: 'name', things: triggers }, titles);
  const spec: Members[] = [];
  const teams: Members[] = [...ofTemplates];
  for (const folder of [top, ...below]) {
    const steps = folder.path.slice(top.path.length);
    const directory = steps.map((id) => titles.get(id) ?? '').join('/');
    const plans = [...(triggers.get(folder.id) ?? []), ...(templates.get(folder.id) ?? [])];
    const things = await thingsIn(context, caller, folder);
    await room.take(...things, ...(triggers.get(folder.id) ?? []));
    const children = [...things, ...plans];
    requireTitles(children, directory === '' ? home.join('/') : directory);
    if (folder === top) spec.push(...children);
    else spec.push({ directory, ...(children.length > 0 && { children }) });
    teams.push(...(await teamsOf(context, caller, folder, directory)));
  }
  return [
    { kind: 'Templates', home, spec },
    { kind: 'Permissions', home, spec: teams },
  ];
}

/** The teams that a folder has of its own. */
async function teamsOf(
  context: ResourceContext,
  caller: Person,
  folder: Folder,
  directory: string,
): Promise<readonly Members[]> {
  if (folder.id === rootFolderId) return [];
  const { path } = await readFolderTeams(context.database, folder.id);
  if (path?.at(-1) !== folder.id || !(await caller.at({ folderId: folder.id })).may(neededToRead.folder)) return [];
  const teams = (await folderTeams(context, caller, idOf(folder))).map(wholeCodeOfTeam);
  return [{ directory: directory === '' ? '.' : directory, teams }];
}
