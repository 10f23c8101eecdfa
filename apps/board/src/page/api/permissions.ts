import type { MeResponse } from '@slipway/api-schema/people';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { me } from './session.ts';

/** The permissions that the user lacks, by actions. A server of an earlier version returns none. */
type Lacking = Readonly<Record<string, string | undefined>>;

/** Part of a response. */
interface WithLacking<L extends Lacking> {
  readonly lacking?: L | undefined;
}

/**
 * The permission that the user lacks for an action, as the server returned it; null: none. Without a response no action
 * is disabled: the server checks each request anyway.
 */
export const missingPermissionFor = <L extends Lacking>(
  response: WithLacking<L> | null | undefined,
  action: keyof L,
): string | null => response?.lacking?.[action] ?? null;

/** An action that roles allow. */
export type AccountAction = keyof MeResponse['lacking'];

/** The same for an action of the user that has no object. */
export const missingGlobalPermission = (action: AccountAction): string | null => missingPermissionFor(me.value, action);

type Security = ReleaseResponse['$metadata']['security'];
interface WithSecurity {
  readonly $metadata: { readonly security: WithLacking<Security['lacking']> };
}

/** The same for an action on a release or template. */
export const missingPermissionOn = ({ $metadata }: WithSecurity, action: keyof Security['lacking']): string | null =>
  missingPermissionFor($metadata.security, action);

/** The missing permission to create releases of a template; null: none. */
export const missingCreatePermission = (template: WithSecurity): string | null =>
  missingPermissionOn(template, 'createRelease');
