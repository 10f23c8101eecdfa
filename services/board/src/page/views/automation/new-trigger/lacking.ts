import { lackingForAll, useRights } from '../../../live/use-rights.ts';
import { rootId } from '../../../place/ids.ts';

interface Where {
  /** the id of the template that it makes releases of; empty: none yet */
  readonly template: string;
  /** the id of its folder; empty: that of the template */
  readonly folder: string;
}

interface Lacked {
  /** Whether it is loaded */
  readonly isKnown: boolean;
  /** the permissions that are missing; null: one that is there */
  readonly names: readonly (string | null)[];
}

/**
 * The missing permissions to create a trigger (docs/reference/permissions.md, section 2): in its folder, and for releases of its
 * template.
 */
export function useLackingForTrigger({ template, folder }: Where): Lacked {
  const place = folder === '' ? template : folder;
  const isAtTop = place === rootId || (folder === '' && template.split('/').length === 2);
  const there = useRights(place, place === '' || isAtTop ? [] : ['trigger']);
  const ofTemplate = useRights(template, template === '' ? [] : ['createRelease']);
  if (place === '') return { isKnown: true, names: [] };
  return {
    isKnown: there.isKnown && ofTemplate.isKnown,
    names: [
      isAtTop ? lackingForAll('newTemplate') : there.lacking('trigger'),
      template === '' ? null : ofTemplate.lacking('createRelease'),
    ],
  };
}
