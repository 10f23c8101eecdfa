import { missingPermissionOn } from '../../api/permissions.ts';
import { Variables } from '../variables/variables.tsx';
import type { TabProps } from './tab.ts';

/** The variables of a template. */
export const VariablesTab = ({ template, entity, from, goToPage }: TabProps) => (
  <Variables
    plan={template}
    isArchived={false}
    missingPermission={missingPermissionOn(template, 'editTemplate')}
    refresh={entity.refresh}
    from={from}
    goToPage={goToPage}
  />
);
