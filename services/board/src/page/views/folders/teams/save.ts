import type { TeamViewAnswer } from '@slipway/wire';
import { change, read } from '../../../data/rest.ts';
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
export async function saveTeams(folderId: string, seen: Teams, list: readonly unknown[]): Promise<Teams> {
  const now = await read<Teams>(teamsPath(folderId));
  const meanwhile = meanwhileOf(seen, now);
  if (meanwhile !== null) throw new Meanwhile(meanwhile, now);
  return await change<Teams>('POST', teamsPath(folderId), list);
}
