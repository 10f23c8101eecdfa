import { isDeepStrictEqual } from 'node:util';
import { type Caller, Conflict, clip, isIdOf, type Json, mostNames, permissions } from '@slipway/domain';
import { z } from 'zod';
import { listUpTo, nameList } from '../format/bounded.ts';
import { list, optional } from '../format/scalars.ts';
import { type Show, under } from '../format/show.ts';
import { showType } from '../format/type-name.ts';

/** A team (rest-api.md, section Team). */
export const teamAnswer = z
  .object({
    id: z.string(),
    type: z.string(),
    teamName: z.string(),
    members: list(z.string()),
    roles: list(z.string()),
    permissions: list(z.string()),
  })
  .meta({ id: 'Team' });

/** A team as it is kept with a template: `id` is the last segment. */
export type Team = {
  readonly id: string;
  readonly teamName: string;
  readonly members: readonly string[];
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
};

/** Making templates and releases at all is granted to roles, not to teams. */
const ofAreas = (...areas: readonly string[]): readonly string[] =>
  permissions.filter(
    (permission) => !permission.endsWith('#create') && areas.some((area) => permission.startsWith(`${area}#`)),
  );

const defaults = [
  { teamName: 'Template Owner', permissions: ofAreas('template') },
  { teamName: 'Folder Owner', permissions: ofAreas('folder', 'template', 'release', 'trigger') },
  { teamName: 'Release Admin', permissions: ofAreas('release') },
];

/** The three teams of a new template, the caller in each (rest-api.md, section Create template). */
export const defaultTeams = (username: string, newId: () => string): readonly Team[] =>
  defaults.map((team) => ({ id: newId(), ...team, members: [username], roles: [] }));

/** Teams as clients send them with a template or release. */
export const teamList = listUpTo(
  mostNames,
  z.object({
    id: optional(z.string()),
    teamName: z.string({ error: 'expected a text' }),
    members: optional(nameList),
    roles: optional(nameList),
    permissions: optional(nameList),
  }),
);

/** Teams that were given, to be kept: ids stay where they are some, or with the team of that name. Throws Conflict. */
export function teamsFrom(
  given: z.output<typeof teamList>,
  before: readonly Json[],
  newId: () => string,
): readonly Team[] {
  const old = storedTeams(before);
  return given.map(({ id = '', teamName, members = [], roles = [], permissions: granted = [] }, index) => {
    if (given.findIndex((other) => other.teamName === teamName) < index)
      throw new Conflict(`teams: a team named '${clip(teamName)}' exists already`);
    const last = id.slice(id.lastIndexOf('/') + 1);
    const known = old.find((team) => team.teamName === teamName)?.id ?? newId();
    return { id: isIdOf('Team', last) ? last : known, teamName, members, roles, permissions: granted };
  });
}

const storedTeam = z.object({
  id: z.string(),
  teamName: z.string(),
  members: list(z.string()).default([]),
  roles: list(z.string()).default([]),
  permissions: list(z.string()).default([]),
});

const storedTeams = (teams: readonly Json[]): readonly Team[] =>
  teams.flatMap((each) => storedTeam.safeParse(each).data ?? []);

/** Whether teams to be kept are those that are kept. */
export const sameTeams = (teams: readonly Team[], before: readonly Json[]): boolean =>
  isDeepStrictEqual(teams, storedTeams(before));

/** Renders the teams of a template or release below its folder; what is no team is left out. */
export function showTeams(teams: readonly Json[], folderId: string, show: Show): z.output<typeof teamAnswer>[] {
  return storedTeams(teams).map((team) => ({
    ...team,
    id: under(folderId, team.id),
    type: showType('Team', show.prefix),
  }));
}

/** The names of the teams that somebody is in, by name or by a role. */
export function teamsWith(
  { username, roles }: Pick<Caller, 'username' | 'roles'>,
  teams: readonly Pick<z.output<typeof teamAnswer>, 'teamName' | 'members' | 'roles'>[],
): string[] {
  const name = username.toLowerCase();
  return teams
    .filter(
      (team) =>
        team.members.some((each) => each.toLowerCase() === name) || team.roles.some((each) => roles.includes(each)),
    )
    .map(({ teamName }) => teamName);
}
