import type { ReleaseAnswer } from '@slipway/wire';
import { ownerOf } from './owner.ts';
import { VariableList } from './variable-list.tsx';

interface Props {
  /** a release or template */
  readonly of: Pick<ReleaseAnswer, 'id' | 'type' | 'status' | 'variables'>;
  readonly isArchived: boolean;
  /** the permission that is missing to change them */
  readonly lacking: string | null;
  /** Loads the present state */
  readonly refresh: () => Promise<void>;
  /** how many rows come before those that are shown */
  readonly from: number;
  readonly turn: (from: number) => void;
}

/** The variables of a release or template, to be read, added, changed and deleted. */
export const Variables = ({ of, refresh, isArchived, ...given }: Props) => (
  <VariableList
    owner={ownerOf(of, refresh)}
    variables={of.variables}
    isAskedFor={of.status === 'TEMPLATE'}
    isFixed={isArchived}
    {...given}
  />
);
