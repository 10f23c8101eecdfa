import { missingGlobalPermission, usePermissions } from '../../../live/use-permissions.ts';
import { rootId } from '../../../navigation/ids.ts';

interface TriggerLocation {
  /** the id of the template that it makes releases of; empty: none yet */
  readonly template: string;
  /** the id of its folder; empty: that of the template */
  readonly folder: string;
}

interface TriggerPermissions {
  /** Whether it is loaded */
  readonly isLoaded: boolean;
  /** the permissions that are missing; null: one that is there */
  readonly names: readonly (string | null)[];
}

/**
 * The missing permissions to create a trigger (docs/reference/permissions.md, section 2): in its folder, and for releases of its
 * template.
 */
export function useTriggerPermissions({ template, folder }: TriggerLocation): TriggerPermissions {
  const locationId = folder === '' ? template : folder;
  const isAtTop = locationId === rootId || (folder === '' && template.split('/').length === 2);
  const folderPermissions = usePermissions(locationId, locationId === '' || isAtTop ? [] : ['trigger']);
  const templatePermissions = usePermissions(template, template === '' ? [] : ['createRelease']);
  if (locationId === '') return { isLoaded: true, names: [] };
  return {
    isLoaded: folderPermissions.isLoaded && templatePermissions.isLoaded,
    names: [
      isAtTop ? missingGlobalPermission('newTemplate') : folderPermissions.missing('trigger'),
      template === '' ? null : templatePermissions.missing('createRelease'),
    ],
  };
}
