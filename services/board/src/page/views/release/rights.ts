import type { ReleaseAnswer, TaskAnswer } from '@slipway/wire';

/** Permissions of which one is enough; a refusal names the first. None: nobody has said what it takes. */
type AnyOf = readonly string[];

type Granted = { readonly $metadata: Pick<ReleaseAnswer['$metadata'], 'security'> };
type Held = Pick<TaskAnswer, 'owner' | 'team'>;

/** What somebody lacks to do something to a release; null: nothing (docs/reference/permissions.md, section 2). */
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
