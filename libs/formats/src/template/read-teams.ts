import type { Json } from '@slipway/domain/model';
import { toSingleLine } from '../errors/bad-file.ts';
import { type Members, objectsWithWarning, textIn } from './members.ts';

type Warn = (warning: string) => void;

/** In characters. */
const maxNameLength = 255;

const lists = ['members', 'roles', 'permissions'] as const;

/** The teams of a file. Invalid teams and members are left out: a faulty team must not fail the import. */
export const readTeams = (teams: Json, warn: Warn): readonly Members[] =>
  objectsWithWarning(teams, 'teams', warn).flatMap((team) => {
    const name = (textIn(team.teamName) ?? '').trim();
    if (name !== '' && name.length <= maxNameLength) return [readTeam(team, name, warn)];
    warn(`team '${toSingleLine(name)}' was left out: it has no name of 1 to ${maxNameLength} characters`);
    return [];
  });

function readTeam(team: Members, name: string, warn: Warn): Members {
  const readMembers = lists.flatMap((list): [string, Json][] => {
    const { [list]: rawNames = null } = team;
    const names = Array.isArray(rawNames) ? rawNames.flatMap((item: Json) => textIn(item) ?? []) : [];
    const isComplete = rawNames === null || (Array.isArray(rawNames) && names.length === rawNames.length);
    if (!isComplete) warn(`team '${toSingleLine(name)}': items of ${list} that are not names were left out`);
    return rawNames === null ? [] : [[list, names]];
  });
  const { members: _, roles: __, permissions: ___, ...own } = team;
  return { ...own, ...Object.fromEntries(readMembers) };
}
