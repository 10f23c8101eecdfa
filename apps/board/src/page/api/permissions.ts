import type { MeResponse } from '@slipway/api-schema/people';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { me } from './session.ts';

/** The permissions that the user lacks, by action. A server of an earlier version returns none. */
type Lacking = Readonly<Record<string, string | undefined>>;

/** The part of a response that lists the missing permissions. */
interface WithLacking<L extends Lacking> {
  readonly lacking?: L | undefined;
}

/**
 * Returns the permission that the user lacks for an action; null if the user lacks none. Without a response the action
 * is enabled, because the server checks each request.
 */
export const missingPermissionFor = <L extends Lacking>(
  response: WithLacking<L> | null | undefined,
  action: keyof L,
): string | null => response?.lacking?.[action] ?? null;

/** An action without an object, such as the creation of a top-level folder. */
export type AccountAction = keyof MeResponse['lacking'];

/** Returns the permission that the user lacks for an action without an object; null if the user lacks none. */
export const missingGlobalPermission = (action: AccountAction): string | null => missingPermissionFor(me.value, action);

type Security = ReleaseResponse['$metadata']['security'];
interface WithSecurity {
  readonly $metadata: { readonly security: WithLacking<Security['lacking']> };
}

/** Returns the permission that the user lacks for an action on a release or template; null if the user lacks none. */
export const missingPermissionOn = ({ $metadata }: WithSecurity, action: keyof Security['lacking']): string | null =>
  missingPermissionFor($metadata.security, action);

/** Returns the permission that the user lacks to create releases of a template; null if the user lacks none. */
export const missingCreatePermission = (template: WithSecurity): string | null =>
  missingPermissionOn(template, 'createRelease');
