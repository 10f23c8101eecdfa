import type { ExplanationAnswer, ReleaseAnswer } from '@slipway/wire';

/** Permissions of which one is enough; a refusal names the first. Empty: the server returned none. */
type AnyOf = readonly string[];

/** The permissions of the user on a release, and the names of their teams there. */
export type Granted = { readonly $metadata: Pick<ReleaseAnswer['$metadata'], 'security'> };
type Held = Pick<TaskAnswer, 'owner' | 'team'>;

/** The permission that the user lacks for an action on a release; null: none (docs/reference/permissions.md, section 2). */
export function lackingOn({ $metadata }: Granted, anyOf: AnyOf): string | null {
  const { permissions } = $metadata.security;
  return anyOf.some((each) => permissions.includes(each)) ? null : (anyOf[0] ?? null);
}

/** The same for one of its tasks: who owns it, or is in the team that it names, needs no permission. */
export function lackingOnTask(
  release: Granted,
  { owner, team }: Held,
  username: string | undefined,
  anyOf: AnyOf,
): string | null {
  const isOwner = username !== undefined && owner?.toLowerCase() === username.toLowerCase();
  const isInTeam = team !== undefined && release.$metadata.security.teams.includes(team);
  return isOwner || isInTeam ? null : lackingOn(release, anyOf);
}

/**
 * The rights of a user who can view a task but not its release. Such a user participates in the task: as its owner or as a
 * member of its team.
 */
export const rightsOfParticipant = ({ team }: Held): Granted => ({
  $metadata: { security: { permissions: [], teams: team === undefined ? [] : [team] } },
});
