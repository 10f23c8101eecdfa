import type { Caller } from '@slipway/domain/decision';
import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { maxNames } from '@slipway/domain/model';
import {
  isSystemTeam,
  type NamedTeam,
  type Team,
  type TeamJson,
  type TeamMember,
  userMember,
} from '@slipway/domain/people';
import { z } from 'zod';
import { expects } from '../format/expects.ts';
import { joinIds, type RenderContext } from '../format/render-context.ts';
import { list, listUpTo, nameList, oneOf, optional, ownType } from '../format/scalars.ts';
import { showType } from '../format/type-name.ts';

/** A team in the JSON of a template or release. Users and roles are listed by name (rest-api.md, section Team). */
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

/** The effective teams of a folder, template or release, in their order. */
export interface ScopeTeams {
  /** ids from the root to the folder that owns the teams; null if a top-level template or release owns them */
  readonly path: readonly string[] | null;
  readonly teams: readonly Team[];
}

const expectsName = expects(message('expected.title', { max: 255 }));

/** The name of a team. */
const teamName = z.string(expectsName).trim().min(1, expectsName).max(255, expectsName);

/** The teams in a request for a new template. */
export const teamList = listUpTo(
  maxNames,
  z.object({
    teamName,
    members: optional(nameList),
    roles: optional(nameList),
    permissions: optional(nameList),
  }),
);

/** Returns the teams of a request with empty lists for absent members. */
export const completeTeams = (rawTeams: z.output<typeof teamList> = []): readonly TeamJson[] =>
  rawTeams.map(({ teamName, members = [], roles = [], permissions = [] }) => ({
    teamName,
    members,
    roles,
    permissions,
  }));

const isRole = (principal: string): boolean => principal.startsWith('role:');

/** Returns the id of a team for clients: below the folder that owns it, or at the top level. */
export const teamId = ({ path }: Pick<ScopeTeams, 'path'>, id: string): string =>
  joinIds(path === null ? rootFolderId : path.join('/'), id);

/** Renders the effective teams of a template or release. */
export const showTeams = (scope: ScopeTeams, show: RenderContext): z.output<typeof teamResponse>[] =>
  scope.teams.map(({ id, name, permissions, members }) => ({
    id: teamId(scope, id),
    type: showType('Team', show.prefix),
    teamName: name,
    members: members.filter(({ principal }) => !isRole(principal)).map((member) => member.name),
    roles: members.filter(({ principal }) => isRole(principal)).map((member) => member.name),
    permissions,
  }));

/** Returns the names of the teams that contain a user, by name or by role. */
export function teamsWith({ teams }: ScopeTeams, { username, roles }: Pick<Caller, 'username' | 'roles'>): string[] {
  const { principal: ownPrincipal } = userMember(username);
  const matches = ({ principal, name }: Team['members'][number]): boolean =>
    isRole(principal) ? roles.includes(name) : principal === ownPrincipal;
  return teams.filter(({ members }) => members.some(matches)).map(({ name }) => name);
}

const memberTypes = ['PRINCIPAL', 'ROLE'] as const;

/** A team in the requests and responses of teams (models.txt, TeamView). */
export const teamViewResponse = z
  .object({
    id: z.string(),
    teamName: z.string(),
    members: list(
      z
        .object({
          name: z.string(),
          fullName: z.string().optional(),
          type: z.enum(memberTypes),
          roleId: z.string().optional(),
        })
        .meta({ id: 'TeamMemberView' }),
    ),
    permissions: list(z.string()),
    systemTeam: z.boolean(),
  })
  .meta({ id: 'TeamView' });
export type TeamViewResponse = z.output<typeof teamViewResponse>;

const memberBody = z.object({
  name: optional(z.string()),
  type: optional(oneOf(memberTypes)).describe('a ROLE where a roleId is given, otherwise a PRINCIPAL'),
  roleId: optional(z.string()).describe('without it a role is known by its name'),
});

/** The complete list of teams in a request. Absent members of a team stay. */
export const teamViewList = listUpTo(
  maxNames,
  z
    .object({
      id: optional(z.string()),
      teamName,
      members: optional(listUpTo(maxNames, memberBody)),
      permissions: optional(nameList),
    })
    .meta({ id: 'TeamViewRequest' }),
);
export type TeamViewList = z.output<typeof teamViewList>;

/** Returns the teams of a request, with ids as last segments. */
export const namedTeams = (body: TeamViewList): readonly NamedTeam[] =>
  body.map(({ id, teamName, members, permissions }) => ({
    id: id === undefined ? null : lastSegment(id),
    name: teamName,
    permissions: permissions ?? null,
    members:
      members?.map(({ name = '', type, roleId = null }) => ({
        kind: (type ?? (roleId === null ? 'PRINCIPAL' : 'ROLE')) === 'ROLE' ? 'role' : 'user',
        roleId: roleId === null ? null : lastSegment(roleId),
        name,
      })) ?? null,
  }));

const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** Renders the teams of a scope. `fullNames` are the full names of users, by user name in lower case. */
export const showTeamViews = (scope: ScopeTeams, fullNames: ReadonlyMap<string, string>): readonly TeamViewResponse[] =>
  scope.teams.map(({ id, name, permissions, members }) => ({
    id: teamId(scope, id),
    teamName: name,
    members: members.map((member) => showMember(member, fullNames)),
    permissions,
    systemTeam: isSystemTeam(name),
  }));

function showMember({ principal, name }: TeamMember, fullNames: ReadonlyMap<string, string>) {
  const [kind, ...rest] = principal.split(':');
  const id = rest.join(':');
  if (kind === 'role') return { name, type: 'ROLE', roleId: id } as const;
  return { name, fullName: fullNames.get(id), type: 'PRINCIPAL' } as const;
}
