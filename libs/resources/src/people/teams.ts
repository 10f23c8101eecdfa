import { isTemplate, neededToChange, type Permission, type Release, type ReleasePassive } from '@slipway/domain';
import { newId, type Person } from '@slipway/engine';
import { type ReleaseBody, sameTeams, teamsFrom } from '@slipway/wire';

/** What there is of teams, and what it takes to set them. */
interface Teams {
  readonly before: ReleasePassive['teams'];
  readonly permission: Permission;
}

export const templateTeams: Teams = { before: [], permission: neededToChange.templateTeams };

export const teamsOf = ({ status }: Release, { teams }: ReleasePassive): Teams => ({
  before: teams,
  permission: isTemplate(status) ? neededToChange.templateTeams : neededToChange.releaseTeams,
});

/**
 * The teams to be kept of a body: none where none are given, where they are those that are there, or where the caller
 * may not set them (the rest of the body counts all the same). Throws Conflict for two of a name.
 */
export function teamsIn({ teams = [] }: ReleaseBody, caller: Person, { before, permission }: Teams) {
  if (teams.length === 0 || !caller.may(permission)) return undefined;
  const given = teamsFrom(teams, before, () => newId('Team'));
  return sameTeams(given, before) ? undefined : given;
}
