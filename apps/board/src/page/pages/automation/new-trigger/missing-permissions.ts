import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { missingPermissionOn } from '../../../api/permissions.ts';

/** A template with its metadata, from which the permissions of the user are read. */
export type TriggerTemplate = Pick<ReleaseResponse, 'id' | '$metadata'>;

/**
 * Returns the permissions that the user lacks to create a trigger in the folder of the template, and to create releases
 * from the template; null: not missing. If the trigger is in another folder, the permission there is not checked.
 */
export const missingTriggerPermissions = (
  template: TriggerTemplate,
  { isInOtherFolder }: { readonly isInOtherFolder: boolean },
): readonly (string | null)[] => [
  isInOtherFolder ? null : missingPermissionOn(template, 'createTrigger'),
  missingPermissionOn(template, 'createRelease'),
];
