import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { VariableList } from './variable-list.tsx';
import { planOwner } from './variable-owner.ts';

interface Props {
  /** A release or template. */
  readonly plan: Pick<ReleaseResponse, 'id' | 'type' | 'status' | 'variables'>;
  readonly isArchived: boolean;
  /** The permission that the user lacks to change the variables; null: none. */
  readonly missingPermission: string | null;
  /** Reloads the release or template. */
  readonly refresh: () => Promise<void>;
  /** The offset of the current page. */
  readonly from: number;
  readonly goToPage: (from: number) => void;
}

/** The variables of a release or template. The variables of an archived release are read-only. */
export const Variables = ({ plan, refresh, isArchived, ...rest }: Props) => (
  <VariableList
    owner={planOwner(plan, refresh)}
    variables={plan.variables}
    hasStartForm={plan.status === 'TEMPLATE'}
    isReadOnly={isArchived}
    {...rest}
  />
);
