import type { FolderResponse } from '@slipway/api-schema/folders';
import type { VariableResponse } from '@slipway/api-schema/variables';
import { pageOffset, setPageOffset } from '../../components/paged-table.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useQuery } from '../../live/queries.ts';
import { polled } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { VariableList } from '../variables/variable-list.tsx';
import { folderOwner } from '../variables/variable-owner.ts';

interface Props {
  readonly folder: FolderResponse;
  /** The permission that the user lacks to change the variables; null: none. */
  readonly missingPermission: string | null;
}

/** The variables of a folder, which can be edited, and the read-only variables that it inherits. */
export function FolderVariables({ folder, missingPermission }: Props) {
  const result = useQuery<readonly VariableResponse[]>(`/folders/${lastSegment(folder.id)}/variables`, {
    topics: [polled],
  });
  const variables = result.value.value;
  return (
    <>
      <Refusal message={result.refusal.value} retry={result.retry} />
      {variables && (
        <VariableList
          owner={folderOwner(folder, result.refresh)}
          variables={variables}
          hasStartForm={false}
          isReadOnly={false}
          isOwn={({ id }) => id.slice(0, id.lastIndexOf('/')) === folder.id}
          missingPermission={missingPermission}
          from={pageOffset('variables')}
          goToPage={(from) => setPageOffset('variables', from)}
        />
      )}
    </>
  );
}
