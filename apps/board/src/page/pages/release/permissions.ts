import type { ExplanationResponse } from '@slipway/api-schema/forecast';
import { missingPermissionFor } from '../../api/permissions.ts';

export type TaskExplanation = Pick<ExplanationResponse, 'lacking' | 'refused' | 'refusedMessages'>;
type TaskAction = keyof NonNullable<TaskExplanation['lacking']>;

/**
 * Returns the permission that the user lacks for an action on a task; null if the user lacks none, or until it is
 * known.
 */
export const missingPermissionOnTask = (explanation: TaskExplanation | undefined, action: TaskAction): string | null =>
  missingPermissionFor(explanation, action);
