import { message } from '@slipway/domain/messages';
import type { Json } from '@slipway/domain/model';
import { BadFile, toSingleLine } from '../errors/bad-file.ts';
import type { CodeItem, CodeTeam, FolderTitles } from './items.ts';
import { itemsOf, type Members, membersOf, textOf } from './read-yaml.ts';

interface EntryContext {
  readonly path: FolderTitles;
  readonly location: string;
}

const textsIn = (value: Json | undefined, location: string): readonly string[] | null =>
  value === undefined ? null : itemsOf(value, location).map((item) => textOf(item, location));

/** Returns the teams of a folder or of a top-level template, or the global permissions of roles. Throws BadFile. */
export function permissionItems(entry: Members, { path, location }: EntryContext): readonly CodeItem[] {
  if (entry.global !== undefined) {
    return itemsOf(entry.global, `${location}: global`).map((item) =>
      globalItem(membersOf(item, `${location}: global`), location),
    );
  }
  const { directory, folder, template, teams } = entry;
  const rawPath = textOf(directory ?? folder ?? '.', `${location}: directory`);
  const below = rawPath.split('/').filter((title) => title !== '' && title !== '.');
  const list = itemsOf(teams, `${location}: teams`).map((team) =>
    teamIn(membersOf(team, `${location}: teams`), location),
  );
  const folderPath = [...path, ...below];
  if (template === undefined) return [{ kind: 'teams', path: folderPath, teams: list }];
  const title = textOf(template, `${location}: template`);
  if (folderPath.length === 0) return [{ kind: 'templateTeams', path: folderPath, title, teams: list }];
  const own = toSingleLine([...folderPath, title].join('/'));
  throw new BadFile(message('code.templateTeams', { path: toSingleLine(location), title: own }));
}

function teamIn({ name, teamName, members, users, roles, permissions }: Members, location: string): CodeTeam {
  const ownName = textOf(name ?? teamName, `${location}: teams: name`);
  const at = `${location}: team '${ownName}'`;
  return {
    name: ownName,
    members: textsIn(members ?? users, `${at}: members`),
    roles: textsIn(roles, `${at}: roles`),
    permissions: textsIn(permissions, `${at}: permissions`),
  };
}

function globalItem({ role, name, permissions }: Members, location: string): CodeItem {
  const ownName = textOf(role ?? name, `${location}: global: role`);
  return { kind: 'role', title: ownName, code: { name: ownName, permissions: textsIn(permissions, location) ?? [] } };
}

/** Reads a user. Throws BadFile. */
export function userItems(entry: Json, location: string): CodeItem {
  const { username, name, enabled, loginAllowed, ...fields } = membersOf(entry, `${location}: spec`);
  const ownName = textOf(username ?? name, `${location}: username`);
  const allowed = loginAllowed ?? enabled;
  if (allowed !== undefined && typeof allowed !== 'boolean') {
    throw new BadFile(message('code.userEnabled', { path: toSingleLine(location), name: toSingleLine(ownName) }));
  }
  return {
    kind: 'user',
    title: ownName,
    code: { username: ownName, ...fields, ...(allowed !== undefined && { enabled: allowed }) },
  };
}

/** Reads a role. Throws BadFile. */
export function roleItems(entry: Json, location: string): CodeItem {
  const { name, role, principals, permissions } = membersOf(entry, `${location}: spec`);
  const ownName = textOf(name ?? role, `${location}: name`);
  const at = `${location}: role '${ownName}'`;
  const principalNames = principals === undefined ? null : itemsOf(principals, at).map((item) => principalIn(item, at));
  const granted = textsIn(permissions, `${at}: permissions`);
  return {
    kind: 'role',
    title: ownName,
    code: {
      name: ownName,
      ...(principalNames && { principals: principalNames }),
      ...(granted && { permissions: granted }),
    },
  };
}

const principalIn = (item: Json, location: string): string =>
  typeof item === 'object' && item !== null && !Array.isArray(item)
    ? textOf(membersOf(item, location).username, `${location}: principals`)
    : textOf(item, `${location}: principals`);
