import { maxNames } from '@slipway/domain/model';
import { isSystemTeam, type NamedTeam, type TeamMember } from '@slipway/domain/people';
import { z } from 'zod';
import { listUpTo, nameList } from '../format/bounds.ts';
import { list, oneOf, optional } from '../format/scalars.ts';
import { type ScopeTeams, teamId, teamName } from './team.ts';

const memberTypes = ['PRINCIPAL', 'ROLE'] as const;

/** A team in its own operations (models.txt, TeamView). */
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

/** The whole list of teams in a request; absent members of a team stay. */
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

/** The teams of a request; ids by their last segments. */
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

/** Renders the teams of a scope; `fullNames` are those of users, by their names in lower case. */
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
