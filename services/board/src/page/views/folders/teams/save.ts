import type { TeamViewAnswer } from '@slipway/wire';
import { changeNow } from '../../../parts/drafts/save.ts';
import { lastOf } from '../../../place/ids.ts';
import { meanwhileOf } from './draft.ts';

type Teams = readonly TeamViewAnswer[];

/** The teams have changed since they were read; the message lists the changes. */
export class Meanwhile extends Error {
  readonly teams: Teams;
  constructor(sentence: string, teams: Teams) {
    super(sentence);
    this.teams = teams;
  }
}

export const teamsPath = (folderId: string): string => `/folders/${lastOf(folderId)}/teams`;

/**
 * Sets the whole list of a folder's teams, unless it has changed since it was read: REST replaces the list, and would
 * revert concurrent changes. Throws Meanwhile, Refused, Away.
 */
export async function saveTeams(folderId: string, seen: Teams, list: readonly unknown[]): Promise<void> {
  const unlessChanged = (now: Teams): readonly unknown[] => {
    const meanwhile = meanwhileOf(seen, now);
    if (meanwhile !== null) throw new Meanwhile(meanwhile, now);
    return list;
  };
  await changeNow(teamsPath(folderId), unlessChanged, 'POST');
}
