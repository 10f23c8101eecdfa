import type { ExplanationAnswer, ReleaseAnswer } from '@slipway/wire';

/** Permissions of which one is enough; a refusal names the first. Empty: the server returned none. */
type AnyOf = readonly string[];

type Granted = { readonly $metadata: Pick<ReleaseAnswer['$metadata'], 'security'> };

/** The permission that the user lacks for an action on a release; null: none (docs/reference/permissions.md, section 2). */
export function lackingOn({ $metadata }: Granted, anyOf: AnyOf): string | null {
  const { permissions } = $metadata.security;
  return anyOf.some((each) => permissions.includes(each)) ? null : (anyOf[0] ?? null);
}

export type TaskExplanation = Pick<ExplanationAnswer, 'lacking' | 'refused'>;
type TaskAction = keyof NonNullable<TaskExplanation['lacking']>;

/**
 * The permission that the user lacks for an action on a task, as the server returned it; null: none. Until the server has
 * responded no action is disabled: the server checks each request anyway.
 */
export const lackingOnTask = (explanation: TaskExplanation | undefined, action: TaskAction): string | null =>
  explanation?.lacking?.[action] ?? null;
