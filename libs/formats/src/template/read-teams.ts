import type { Json } from '@slipway/domain';
import { inLine } from '../refusal/bad-file.ts';
import { type Members, textIn, toldObjectsIn } from './members.ts';

type Warn = (what: string) => void;

/** In characters. */
const longestName = 255;

const lists = ['members', 'roles', 'permissions'] as const;

/** The teams of a file. Invalid teams and members are left out: a faulty team must not fail the import. */
export const readTeams = (teams: Json, warn: Warn): readonly Members[] =>
  toldObjectsIn(teams, 'teams', warn).flatMap((team) => {
    const name = (textIn(team.teamName) ?? '').trim();
    if (name !== '' && name.length <= longestName) return [readTeam(team, name, warn)];
    warn(`team '${inLine(name)}' was left out: it has no name of 1 to ${longestName} characters`);
    return [];
  });

function readTeam(team: Members, name: string, warn: Warn): Members {
  const read = lists.flatMap((list): [string, Json][] => {
    const { [list]: written = null } = team;
    const names = Array.isArray(written) ? written.flatMap((each: Json) => textIn(each) ?? []) : [];
    const isAll = written === null || (Array.isArray(written) && names.length === written.length);
    if (!isAll) warn(`team '${inLine(name)}': items of ${list} that are not names were left out`);
    return written === null ? [] : [[list, names]];
  });
  const { members: _, roles: __, permissions: ___, ...own } = team;
  return { ...own, ...Object.fromEntries(read) };
}
