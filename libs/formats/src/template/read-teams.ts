import { message, type Warn } from '@slipway/domain/messages';
import type { Json } from '@slipway/domain/model';
import { toSingleLine } from '../errors/bad-file.ts';
import { type Members, objectsWithWarning, textIn } from './members.ts';

/** In characters. */
const maxNameLength = 255;

const lists = ['members', 'roles', 'permissions'] as const;

/** The teams of a file. Invalid teams and members are left out: a faulty team must not fail the import. */
export const readTeams = (teams: Json, warn: Warn): readonly Members[] =>
  objectsWithWarning(teams, 'teams', warn).flatMap((team) => {
    const name = (textIn(team.teamName) ?? '').trim();
    if (name !== '' && name.length <= maxNameLength) return [readTeam(team, name, warn)];
    warn(message('file.badTeamName', { team: toSingleLine(name), max: maxNameLength }));
    return [];
  });

function readTeam(team: Members, name: string, warn: Warn): Members {
  const readMembers = lists.flatMap((list): [string, Json][] => {
    const { [list]: rawNames = null } = team;
    const names = Array.isArray(rawNames) ? rawNames.flatMap((item: Json) => textIn(item) ?? []) : [];
    const isComplete = rawNames === null || (Array.isArray(rawNames) && names.length === rawNames.length);
    if (!isComplete) warn(message('file.badTeamItems', { team: toSingleLine(name), list }));
    return rawNames === null ? [] : [[list, names]];
  });
  const { members: _, roles: __, permissions: ___, ...own } = team;
  return { ...own, ...Object.fromEntries(readMembers) };
}
