import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { missingPermissionOn } from '../../../api/permissions.ts';

/** A template with the permissions that the user lacks on it. */
export type TriggerTemplate = Pick<ReleaseResponse, 'id' | '$metadata'>;

/**
 * The missing permissions to create a trigger in the folder of its template, or in another one where the user can, and
 * to create the releases of its template; null: none.
 */
export const missingTriggerPermissions = (
  template: TriggerTemplate,
  { isInOtherFolder }: { readonly isInOtherFolder: boolean },
): readonly (string | null)[] => [
  isInOtherFolder ? null : missingPermissionOn(template, 'createTrigger'),
  missingPermissionOn(template, 'createRelease'),
];
