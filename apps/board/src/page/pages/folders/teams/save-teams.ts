import type { TeamViewResponse } from '@slipway/api-schema/people';
import { updateWithRetry } from '../../../components/drafts/save-draft.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { conflictMessage } from './team-draft.ts';

type Teams = readonly TeamViewResponse[];

/** The teams have changed since they were read; the message lists the changes. */
export class ConflictError extends Error {
  readonly teams: Teams;
  constructor(sentence: string, teams: Teams) {
    super(sentence);
    this.teams = teams;
  }
}

export const teamsPath = (folderId: string): string => `/folders/${lastSegment(folderId)}/teams`;

/**
 * Sets the whole list of a folder's teams, unless it has changed since it was read: REST replaces the list, and would
 * revert concurrent changes. Throws ConflictError, ApiError, OfflineError.
 */
export async function saveTeams(folderId: string, seenTeams: Teams, list: readonly unknown[]): Promise<void> {
  const requireUnchanged = (currentTeams: Teams): readonly unknown[] => {
    const conflict = conflictMessage(seenTeams, currentTeams);
    if (conflict !== null) throw new ConflictError(conflict, currentTeams);
    return list;
  };
  await updateWithRetry(teamsPath(folderId), requireUnchanged, 'POST');
}
