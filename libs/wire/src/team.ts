import { type Json, permissions } from '@slipway/domain';
import { z } from 'zod';
import { list } from './scalars.ts';
import { type Show, under } from './show.ts';
import { showType } from './type-name.ts';

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

const kept = z.object({
  id: z.string(),
  teamName: z.string(),
  members: list(z.string()).default([]),
  roles: list(z.string()).default([]),
  permissions: list(z.string()).default([]),
});

/** Renders the teams of a template or release below its folder; what is no team is left out. */
export function showTeams(teams: readonly Json[], folderId: string, show: Show): z.output<typeof teamAnswer>[] {
  return teams.flatMap((each) => {
    const { data } = kept.safeParse(each);
    return data ? [{ ...data, id: under(folderId, data.id), type: showType('Team', show.prefix) }] : [];
  });
}
