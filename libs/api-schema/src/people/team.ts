import type { Caller } from '@slipway/domain/decision';
import { rootFolderId } from '@slipway/domain/ids';
import { maxNames } from '@slipway/domain/model';
import { type Team, type TeamJson, userMember } from '@slipway/domain/people';
import { z } from 'zod';
import { listUpTo, nameList } from '../format/bounds.ts';
import { joinIds, type RenderContext } from '../format/render-context.ts';
import { list, optional, ownType } from '../format/scalars.ts';
import { showType } from '../format/type-name.ts';

/** A team in the JSON of a template or release, users and roles by name (rest-api.md, section Team). */
export const teamResponse = z
  .object({
    id: z.string(),
    type: ownType('Team'),
    teamName: z.string(),
    members: list(z.string()),
    roles: list(z.string()),
    permissions: list(z.string()),
  })
  .meta({ id: 'Team' });

/** The teams that hold somewhere, in their order. */
export interface ScopeTeams {
  /** ids from the root to the folder that has them; null where a template or release at the top does */
  readonly path: readonly string[] | null;
  readonly teams: readonly Team[];
}

const expectsName = { error: 'expected a text of 1 to 255 characters' };

/** How a team's name may be written. */
export const teamName = z.string(expectsName).trim().min(1, expectsName).max(255, expectsName);

/** Teams as clients send them with a new template. */
export const teamList = listUpTo(
  maxNames,
  z.object({
    teamName,
    members: optional(nameList),
    roles: optional(nameList),
    permissions: optional(nameList),
  }),
);

/** Such teams with nothing left open. */
export const completeTeams = (rawTeams: z.output<typeof teamList> = []): readonly TeamJson[] =>
  rawTeams.map(({ teamName, members = [], roles = [], permissions = [] }) => ({
    teamName,
    members,
    roles,
    permissions,
  }));

const isRole = (principal: string): boolean => principal.startsWith('role:');

/** The id of a team as clients see it: below the folder that has it, or at the top. */
export const teamId = ({ path }: Pick<ScopeTeams, 'path'>, id: string): string =>
  joinIds(path === null ? rootFolderId : path.join('/'), id);

/** Renders the teams that hold for a template or release. */
export const showTeams = (scope: ScopeTeams, show: RenderContext): z.output<typeof teamResponse>[] =>
  scope.teams.map(({ id, name, permissions, members }) => ({
    id: teamId(scope, id),
    type: showType('Team', show.prefix),
    teamName: name,
    members: members.filter(({ principal }) => !isRole(principal)).map((member) => member.name),
    roles: members.filter(({ principal }) => isRole(principal)).map((member) => member.name),
    permissions,
  }));

/** The names of the teams of a user, by name or by one of their roles. */
export function teamsWith({ teams }: ScopeTeams, { username, roles }: Pick<Caller, 'username' | 'roles'>): string[] {
  const { principal: ownPrincipal } = userMember(username);
  const matches = ({ principal, name }: Team['members'][number]): boolean =>
    isRole(principal) ? roles.includes(name) : principal === ownPrincipal;
  return teams.filter(({ members }) => members.some(matches)).map(({ name }) => name);
}
