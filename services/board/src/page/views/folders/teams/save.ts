import type { TeamViewAnswer } from '@slipway/wire';
import { changeNow } from '../../../parts/drafts/save.ts';
import { lastOf } from '../../../place/ids.ts';
import { meanwhileOf } from './draft.ts';

type Teams = readonly TeamViewAnswer[];

/** The teams are not those that somebody looked at; the message says what was changed. */
export class Meanwhile extends Error {
  readonly teams: Teams;
  constructor(sentence: string, teams: Teams) {
    super(sentence);
    this.teams = teams;
  }
}

export const teamsPath = (folderId: string): string => `/folders/${lastOf(folderId)}/teams`;

/**
 * Sets the whole list of a folder's teams, unless it is another than the one that somebody has looked at: REST takes a list
 * whole, and would take back what others did. Throws Meanwhile, Refused, Away.
 */
export async function saveTeams(folderId: string, seen: Teams, list: readonly unknown[]): Promise<void> {
  const unlessChanged = (now: Teams): readonly unknown[] => {
    const meanwhile = meanwhileOf(seen, now);
    if (meanwhile !== null) throw new Meanwhile(meanwhile, now);
    return list;
  };
  await changeNow(teamsPath(folderId), unlessChanged, 'POST');
}
