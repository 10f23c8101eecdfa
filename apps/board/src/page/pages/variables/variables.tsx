import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { VariableList } from './variable-list.tsx';
import { planOwner } from './variable-owner.ts';

interface Props {
  /** a release or template */
  readonly plan: Pick<ReleaseResponse, 'id' | 'type' | 'status' | 'variables'>;
  readonly isArchived: boolean;
  /** the permission that is missing to change them */
  readonly missingPermission: string | null;
  /** Loads the present state */
  readonly refresh: () => Promise<void>;
  /** how many rows come before those that are shown */
  readonly from: number;
  readonly goToPage: (from: number) => void;
}

/** The variables of a release or template, to be read, added, changed and deleted. */
export const Variables = ({ plan, refresh, isArchived, ...rest }: Props) => (
  <VariableList
    owner={planOwner(plan, refresh)}
    variables={plan.variables}
    hasStartForm={plan.status === 'TEMPLATE'}
    isReadOnly={isArchived}
    {...rest}
  />
);
