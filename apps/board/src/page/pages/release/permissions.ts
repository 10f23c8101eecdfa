import type { ExplanationResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse } from '@slipway/api-schema/plans';

/** Permissions of which one is enough; a refusal names the first. Empty: the server returned none. */
type AnyOf = readonly string[];

type WithSecurity = { readonly $metadata: Pick<ReleaseResponse['$metadata'], 'security'> };

/** The permission that the user lacks for an action on a release; null: none (docs/reference/permissions.md, section 2). */
export function missingPermissionOn({ $metadata }: WithSecurity, anyOf: AnyOf): string | null {
  const { permissions } = $metadata.security;
  return anyOf.some((permission) => permissions.includes(permission)) ? null : (anyOf[0] ?? null);
}

export type TaskExplanation = Pick<ExplanationResponse, 'lacking' | 'refused' | 'refusedMessages'>;
type TaskAction = keyof NonNullable<TaskExplanation['lacking']>;

/**
 * The permission that the user lacks for an action on a task, as the server returned it; null: none. Until the server has
 * responded no action is disabled: the server checks each request anyway.
 */
export const missingPermissionOnTask = (explanation: TaskExplanation | undefined, action: TaskAction): string | null =>
  explanation?.lacking?.[action] ?? null;
